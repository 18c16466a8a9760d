<?php
/**
 * Runs the plugin with WordPress's functions stubbed. It reads what a test wants as JSON, and answers with JSON; the
 * texts of posts are base64, because they need not be UTF-8.
 */

error_reporting( E_ALL );
set_error_handler(
	function ( $level, $message, $file, $line ) {
		throw new ErrorException( $message, 0, $level, $file, $line );
	}
);

$world  = json_decode( file_get_contents( 'php://input' ), true );
$plugin = dirname( __DIR__, 3 ) . '/demo/wordpress/storefront-elements';

require __DIR__ . '/wordpress.php';
require __DIR__ . '/formatting.php';
require __DIR__ . '/kses.php';
require __DIR__ . '/content.php';

if ( isset( $world['currency'] ) ) {
	$world['options']['woocommerce_currency'] = $world['currency'];
	class WooCommerce {
	}
}

$answer = array();
if ( 'uninstall' === $world['do'] ) {
	define( 'WP_UNINSTALL_PLUGIN', true );
	require "$plugin/uninstall.php";
	echo json_encode( $world );
	return;
}

require "$plugin/storefront-elements.php";
do_action( 'init' );
if ( 'page' === $world['do'] ) {
	$world['post'] = base64_decode( $world['content'] );
	if ( empty( $world['is-late'] ) ) {
		do_action( 'wp_enqueue_scripts' );
	}
	$early  = printed_styles();
	$body   = the_content( $world['post'] );
	$answer = array( 'head' => $early, 'body' => $body, 'scripts' => printed_modules(), 'styles' => printed_styles() );
} elseif ( 'save-post' === $world['do'] ) {
	$answer = array( 'saved' => wp_unslash( apply_filters( 'content_save_pre', wp_slash( $world['content'] ) ) ) );
} elseif ( 'block' === $world['do'] ) {
	// What a block is given when somebody calls its renderer by REST, or a theme does.
	$block  = array( $world['name'], $world['given'] );
	$answer = array( 'body' => $blocks[ $world['name'] ]['render_callback']( $world['given'] ) );
} elseif ( 'settings' === $world['do'] ) {
	do_action( 'admin_menu' );
	do_action( 'admin_init' );
	ob_start();
	StorefrontElements\print_settings_page();
	$answer = array( 'html' => ob_get_clean(), 'capability' => $page['capability'], 'links' => apply_filters( 'plugin_action_links_storefront-elements/storefront-elements.php', array() ) );
} elseif ( 'save' === $world['do'] ) {
	do_action( 'admin_init' );
	$saved  = $page['settings']['storefront_elements']['sanitize_callback']( $world['sent'] );
	$answer = array( 'saved' => $saved, 'errors' => $page['errors'], 'settings' => StorefrontElements\settings() );
} else {
	do_action( 'enqueue_block_editor_assets' );
	$answer = array(
		'elements' => StorefrontElements\elements(),
		'withheld' => StorefrontElements\WITHHELD,
		'blocks'   => array_map(
			function ( $type ) {
				unset( $type['render_callback'] );
				return $type;
			},
			$blocks
		),
		'inline'   => $scripts['inline'],
		'domains'  => array_keys( $domains ),
		'hooks'    => array_keys( $hooks ),
	);
}
echo json_encode( $answer );
