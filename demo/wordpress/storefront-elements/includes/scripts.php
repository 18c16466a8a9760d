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
 * The scripts of the plugin's own pages, by their names. Their addresses have the version.
 */
function modules(): array {
	$modules = array( LOADER => asset( 'loader.js' ) );
	if ( asks_consent_api() ) {
		$modules[ CONSENT ] = plugins_url( 'consent.js?ver=' . VERSION, FILE );
	}
	if ( settings()['analytics'] ) {
		$modules[ ANALYTICS ] = asset( 'analytics.js' );
	}
	return $modules;
}

/**
 * Asks for the scripts while the content is drawn. WordPress before 6.9 prints modules only in the head of a block theme, so
 * those of a pop-up or of a template in PHP would come too late, and no version prints what the last actions ask for.
 * https://developer.wordpress.org/reference/functions/wp_enqueue_script_module/
 */
function enqueue_scripts(): void {
	enqueue_style();
	foreach ( modules() as $name => $address ) {
		wp_enqueue_script_module( $name, $address, array(), null );
	}
	add_action( 'wp_footer', __NAMESPACE__ . '\\print_late', PHP_INT_MAX );
}

/** Prints the scripts and the style that the page does not have by then. */
function print_late(): void {
	foreach ( modules() as $name => $address ) {
		if ( ! in_array( $name, printed_scripts(), true ) ) {
			wp_print_script_tag( array( 'type' => 'module', 'src' => $address, 'id' => $name . '-js-module' ) );
		}
	}
	wp_print_styles( array( STYLE ) );
}

/** The names of the scripts that are in the page, with one that is about to be printed. */
function printed_scripts( string $id = '' ): array {
	static $printed = array();
	if ( '' !== $id ) {
		$printed[] = preg_replace( '/-js-module$/', '', $id );
	}
	return $printed;
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
	$id = (string) ( $attributes['id'] ?? '' );
	printed_scripts( $id );
	if ( LOADER . '-js-module' === $id ) {
		$attributes['data-base-url'] = settings()['gateway'];
	}
	if ( ANALYTICS . '-js-module' === $id ) {
		$attributes['data-to'] = 'data-layer';
	}
	return $attributes;
}

/** The style comes once, with the look of a block theme. */
function enqueue_style(): void {
	if ( wp_style_is( STYLE ) ) {
		return;
	}
	wp_enqueue_style( STYLE );
	$look = theme_look();
	if ( '' !== $look ) {
		wp_add_inline_style( STYLE, $look );
	}
}

/**
 * A block theme has the corners and the type of its buttons and headings in rules of its own, which reach into no element.
 * So they are handed on, by the names that the elements know from other themes. Classic themes say nothing of the kind.
 */
function theme_look(): string {
	if ( ! wp_theme_has_theme_json() ) {
		return '';
	}
	$styles  = wp_get_global_styles();
	$button  = $styles['elements']['button'] ?? array();
	$heading = $styles['elements']['heading']['typography'] ?? array();
	$look    = array(
		// Of the block library's own button, where the theme says nothing.
		'--buttons-radius'      => $styles['blocks']['core/button']['border']['radius'] ?? $button['border']['radius'] ?? '9999px',
		'--font-body-weight'    => $button['typography']['fontWeight'] ?? $styles['typography']['fontWeight'] ?? '400',
		'--font-heading-family' => $heading['fontFamily'] ?? '',
		'--font-heading-weight' => $heading['fontWeight'] ?? '',
	);
	$rules = '';
	foreach ( $look as $name => $value ) {
		// Corners of different sizes are no text, and `inherit` is no weight that a property can hold.
		if ( is_string( $value ) && preg_match( '#^[\w.%(),+*/ -]+$#', $value ) && 'inherit' !== $value ) {
			$rules .= $name . ':' . $value . ';';
		}
	}
	return '' === $rules ? '' : ':where(otp-login,reward-claim,collection-timeline){' . $rules . '}';
}

/** The style keeps the elements' place, so it has to be in the head, where the theme has not drawn the content yet. */
function enqueue_early_style(): void {
	$post = is_singular() ? get_post() : null;
	if ( ! $post ) {
		return;
	}
	foreach ( elements() as $tag => $element ) {
		if ( has_block( 'storefront-elements/' . $tag, $post ) || has_shortcode( $post->post_content, $element['shortcode'] ) ) {
			enqueue_style();
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
	$elements = elements();
	if ( ! may_trust() ) {
		$claim               = &$elements['reward-claim'];
		$claim['attributes'] = array_diff_key( $claim['attributes'], array_flip( TRUSTED ) );
		$claim['main']       = array_values( array_diff( $claim['main'], TRUSTED ) );
	}
	$data = array(
		'elements' => $elements,
		'words'    => array(
			'badge'    => __( 'Preview', 'storefront-elements' ),
			'note'     => __( 'Sample content. Nothing is sent from here.', 'storefront-elements' ),
			'settings' => __( 'Settings', 'storefront-elements' ),
			'further'  => __( 'Further settings', 'storefront-elements' ),
			'standard' => __( 'Default', 'storefront-elements' ),
			'gateway'  => '' === settings()['gateway']
				? __( 'No gateway is set, so shoppers see nothing: Settings → Shopper Login, Rewards and Timelines.', 'storefront-elements' )
				: '',
		),
	);
	$json = wp_json_encode( $data, JSON_HEX_TAG | JSON_HEX_AMP | JSON_UNESCAPED_UNICODE );
	wp_add_inline_script( EDITOR, 'window.storefrontElementsEditor = ' . $json . ';', 'before' );
}
