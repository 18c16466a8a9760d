<?php
/**
 * Deletes the one thing that the plugin keeps. WordPress runs it when the plugin is deleted, not when it is turned off.
 * https://developer.wordpress.org/plugins/plugin-basics/uninstall-methods/
 *
 * @package StorefrontElements
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

delete_option( 'storefront_elements' );

if ( is_multisite() ) {
	delete_site_option( 'storefront_elements' );
	foreach ( get_sites( array( 'fields' => 'ids', 'number' => 0 ) ) as $storefront_elements_site ) {
		switch_to_blog( $storefront_elements_site );
		delete_option( 'storefront_elements' );
		restore_current_blog();
	}
}
