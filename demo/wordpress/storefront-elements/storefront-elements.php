<?php
/**
 * Plugin Name:       Shopper Login, Rewards and Timelines
 * Description:       Log in with a one-time code, claim a reward, read a collection's story: three blocks and shortcodes.
 * Version:           0.1.0
 * Requires at least: 6.5
 * Requires PHP:      7.4
 * License:           MIT
 * License URI:       https://opensource.org/license/mit
 * Text Domain:       storefront-elements
 * Domain Path:       /languages
 *
 * @package StorefrontElements
 */

namespace StorefrontElements;

defined( 'ABSPATH' ) || exit;

/** Also the name of the folder that the built files are in, so that no cache mixes those of two versions. */
const VERSION = '0.1.0';

/** The one option that this plugin keeps; uninstall.php deletes it. */
const OPTION = 'storefront_elements';

const FILE = __FILE__;

require __DIR__ . '/includes/elements.php';
require __DIR__ . '/includes/attributes.php';
require __DIR__ . '/includes/scripts.php';
require __DIR__ . '/includes/render.php';
require __DIR__ . '/includes/settings.php';
require __DIR__ . '/includes/settings-page.php';

add_action( 'init', __NAMESPACE__ . '\\load_language', 0 );
add_filter( 'load_textdomain_mofile', __NAMESPACE__ . '\\german_file', 10, 2 );
add_action( 'init', __NAMESPACE__ . '\\register' );
add_action( 'enqueue_block_editor_assets', __NAMESPACE__ . '\\enqueue_editor_data' );
add_action( 'wp_enqueue_scripts', __NAMESPACE__ . '\\enqueue_early_style' );
add_filter( 'wp_script_attributes', __NAMESPACE__ . '\\add_script_settings' );
// After WordPress has taken out what the user may not write.
add_filter( 'content_save_pre', __NAMESPACE__ . '\\remove_untrusted', 11 );
add_filter( 'excerpt_save_pre', __NAMESPACE__ . '\\remove_untrusted', 11 );
add_action( 'admin_menu', __NAMESPACE__ . '\\add_settings_page' );
add_action( 'admin_init', __NAMESPACE__ . '\\register_settings' );
add_filter( 'plugin_action_links_' . plugin_basename( FILE ), __NAMESPACE__ . '\\add_settings_link' );

// https://wordpress.org/plugins/wp-consent-api/ lists the plugins that ask it.
add_filter( 'wp_consent_api_registered_' . plugin_basename( FILE ), '__return_true' );

// Orders are not touched, and the cart only by WooCommerce's own Store API.
// https://developer.woocommerce.com/docs/features/high-performance-order-storage/recipe-book/
add_action(
	'before_woocommerce_init',
	function () {
		if ( ! class_exists( '\\Automattic\\WooCommerce\\Utilities\\FeaturesUtil' ) ) {
			return;
		}
		foreach ( array( 'custom_order_tables', 'cart_checkout_blocks' ) as $feature ) {
			\Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( $feature, FILE, true );
		}
	}
);
