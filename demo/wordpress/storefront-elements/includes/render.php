<?php
/**
 * The shortcodes and blocks.
 *
 * @package StorefrontElements
 */

namespace StorefrontElements;

defined( 'ABSPATH' ) || exit;

/** The plugin's own translations; those of the directory come before them. */
function load_language(): void {
	load_plugin_textdomain( 'storefront-elements', false, basename( dirname( FILE ) ) . '/languages' );
}

/**
 * The file of Germany for German that has none of its own: formal, or of another country.
 *
 * @param mixed $file   The .mo file that WordPress is about to load; it takes the .l10n.php beside it first.
 * @param mixed $domain Of these translations.
 */
function german_file( $file, $domain ) {
	$is_german = 'storefront-elements' === $domain && preg_match( '#^(.*-de_)\w+\.mo$#sD', (string) $file, $parts );
	if ( ! $is_german || is_readable( $file ) || is_readable( substr( $file, 0, -3 ) . '.l10n.php' ) ) {
		return $file;
	}
	return $parts[1] . 'DE.mo';
}

/** Runs at `init`: not earlier, because labels are translated. */
function register(): void {
	register_scripts();
	foreach ( elements() as $tag => $element ) {
		add_shortcode(
			$element['shortcode'],
			function ( $given, $content = null ) use ( $tag, $element ) {
				// Without attributes WordPress gives an empty text.
				return render( $tag, $element, is_array( $given ) ? $given : array(), clean_content( (string) $content ) );
			}
		);
		register_block_type(
			dirname( FILE ) . '/blocks/' . $tag,
			array(
				'attributes'      => block_attributes( $element ),
				'render_callback' => function ( $given ) use ( $tag, $element ) {
					return render( $tag, $element, $given, '', get_block_wrapper_attributes() );
				},
			)
		);
	}
}

/**
 * The table as WordPress wants the attributes of a block. The names are those of the element and of the shortcode.
 *
 * @param array $element One of elements().
 */
function block_attributes( array $element ): array {
	$attributes = array();
	foreach ( $element['attributes'] as $name => list( $kind ) ) {
		$attributes[ $name ] = array( 'type' => 'flag' === $kind ? 'boolean' : 'string' );
	}
	foreach ( array_keys( $element['texts'] ) as $name ) {
		$attributes[ $name ] = array( 'type' => 'string' );
	}
	return $attributes;
}

/**
 * An element as HTML; empty where no shopper could use it.
 *
 * @param string $tag     The name of the element.
 * @param array  $element What elements() says of it.
 * @param array  $given   What was written in the shortcode or block.
 * @param string $content HTML for slots, already cleaned.
 * @param string $wrapper Attributes of a block, already escaped, such as its classes.
 */
function render( string $tag, array $element, array $given, string $content = '', string $wrapper = '' ): string {
	// A feed's reader runs no scripts.
	if ( is_feed() ) {
		return '';
	}
	if ( '' === settings()['gateway'] ) {
		return setup_note();
	}
	$allowed = allowed_attributes( $element, $given );
	if ( $element['needs'] && ! array_intersect( $element['needs'], array_keys( $allowed ) ) ) {
		return editors_note( $element['missing'] );
	}
	// An author who looks at a draft claims nothing.
	if ( is_preview() || is_customize_preview() ) {
		unset( $allowed['auto-claim'] );
	}
	enqueue_scripts();
	$attributes = page_attributes() + $allowed;
	if ( 'reward-claim' === $tag ) {
		$attributes += shop_attributes();
	}
	return sprintf(
		'<%1$s%2$s%3$s>%4$s</%1$s>',
		$tag,
		print_attributes( $attributes ),
		'' === $wrapper ? '' : ' ' . $wrapper,
		$content
	);
}

/** What the settings page says: on each element, because minifiers lose what stands on a script's tag. */
function page_attributes(): array {
	$attributes = array( 'base-url' => settings()['gateway'] );
	if ( 'denied' === settings()['consent'] ) {
		$attributes['consent'] = 'denied';
	} elseif ( asks_consent_api() ) {
		// A page from a cache can ask in the browser only. Until then nothing is stored, and nothing deleted.
		$attributes['consent']               = 'pending';
		$attributes['data-consent-category'] = settings()['consent'];
	}
	return $attributes;
}

/** What a claim need not be told, because the site knows it. */
function shop_attributes(): array {
	$attributes = array( 'currency' => currency() );
	// Else the element looks for it in the page, where a theme may have left out what shows it.
	if ( class_exists( 'WooCommerce' ) ) {
		$attributes['platform'] = 'woocommerce';
	}
	return array_filter( $attributes );
}

/** What stands in the place of an element that lacks something; shoppers see nothing. */
function editors_note( string $text ): string {
	return current_user_can( 'edit_posts' ) ? '<p>' . esc_html( $text ) . '</p>' : '';
}

/** What stands in the place of an element as long as there is no gateway; shoppers see nothing. */
function setup_note(): string {
	if ( ! current_user_can( 'manage_options' ) ) {
		return '';
	}
	return sprintf(
		'<p><a href="%s">%s</a></p>',
		esc_url( settings_url() ),
		esc_html__( 'Only administrators see this: Shopper Login, Rewards and Timelines needs the address of its gateway.', 'storefront-elements' )
	);
}
