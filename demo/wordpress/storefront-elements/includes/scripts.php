<?php
/**
 * The scripts and styles, only on pages that show an element.
 *
 * @package StorefrontElements
 */

namespace StorefrontElements;

defined( 'ABSPATH' ) || exit;

/** How the scripts are called; WordPress adds `-js-module` for the id of the tag. */
const LOADER    = 'storefront-elements/loader';
const CONSENT   = 'storefront-elements/consent';
const ANALYTICS = 'storefront-elements/analytics';
const STYLE     = 'storefront-elements';
const EDITOR    = 'storefront-elements-editor';

/** The address of a built file. The version is in the path: they load each other by name, and caches keep them long. */
function asset( string $file ): string {
	return plugins_url( 'assets/' . VERSION . '/' . $file, FILE );
}

/**
 * Modules are printed after the content, so that it is early enough to ask for them while it is drawn.
 * https://developer.wordpress.org/reference/functions/wp_enqueue_script_module/
 */
function enqueue_scripts(): void {
	wp_enqueue_style( STYLE );
	wp_enqueue_script_module( LOADER, asset( 'loader.js' ), array(), null );
	if ( asks_consent_api() ) {
		wp_enqueue_script_module( CONSENT, plugins_url( 'consent.js', FILE ), array(), VERSION );
	}
	if ( settings()['analytics'] ) {
		wp_enqueue_script_module( ANALYTICS, asset( 'analytics.js' ), array(), null );
	}
}

/**
 * Adds the settings that a script reads from its own tag. The loader's names the gateway: a token from a link goes to no
 * other host than this one, whatever an element's attribute says.
 *
 * @param array $attributes Of a script tag that is about to be printed.
 */
function add_script_settings( $attributes ) {
	if ( ! is_array( $attributes ) ) {
		return $attributes;
	}
	$id = $attributes['id'] ?? '';
	if ( LOADER . '-js-module' === $id ) {
		$attributes['data-base-url'] = settings()['gateway'];
	}
	if ( ANALYTICS . '-js-module' === $id ) {
		$attributes['data-to'] = 'data-layer';
	}
	return $attributes;
}

/** The style keeps the elements' place, so it has to be in the head, where the theme has not drawn the content yet. */
function enqueue_early_style(): void {
	$post = is_singular() ? get_post() : null;
	if ( ! $post ) {
		return;
	}
	foreach ( elements() as $tag => $element ) {
		if ( has_block( 'storefront-elements/' . $tag, $post ) || has_shortcode( $post->post_content, $element['shortcode'] ) ) {
			wp_enqueue_style( STYLE );
			return;
		}
	}
}

/** Registers what the editor and the page load; nothing is loaded by that. */
function register_scripts(): void {
	$for_editor = array( 'wp-blocks', 'wp-element', 'wp-block-editor', 'wp-components' );
	wp_register_style( STYLE, plugins_url( 'style.css', FILE ), array(), VERSION );
	wp_register_style( EDITOR, plugins_url( 'editor.css', FILE ), array(), VERSION );
	wp_register_script( EDITOR, plugins_url( 'editor.js', FILE ), $for_editor, VERSION, true );
}

/** Gives the editor's script the table, in the editor's language. */
function enqueue_editor_data(): void {
	$data = array(
		'elements' => elements(),
		'words'    => array(
			'badge'    => __( 'Preview', 'storefront-elements' ),
			'note'     => __( 'Sample content. Nothing is sent from here.', 'storefront-elements' ),
			'settings' => __( 'Settings', 'storefront-elements' ),
			'further'  => __( 'Further settings', 'storefront-elements' ),
			'standard' => __( 'Default', 'storefront-elements' ),
			'gateway'  => '' === settings()['gateway']
				? __( 'No gateway is set, so shoppers see nothing: Settings → Storefront Elements.', 'storefront-elements' )
				: '',
		),
	);
	$json = wp_json_encode( $data, JSON_HEX_TAG | JSON_HEX_AMP | JSON_UNESCAPED_UNICODE );
	wp_add_inline_script( EDITOR, 'window.storefrontElementsEditor = ' . $json . ';', 'before' );
}
