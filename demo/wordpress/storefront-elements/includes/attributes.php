<?php
/**
 * From what somebody wrote in a shortcode or a block to the attributes and the content of an element.
 *
 * @package StorefrontElements
 */

namespace StorefrontElements;

defined( 'ABSPATH' ) || exit;

/** What means "no" for an attribute that is there or not. */
const NO = array( '', '0', 'false', 'no', 'off' );

/**
 * The attributes that may be in the page, as text; a flag is ''. Only names of the table come through. Whether a value
 * makes sense the element itself says in the console, as in any other shop.
 *
 * @param array $element One of elements().
 * @param array $given   What was written: of a shortcode also words without a name, of a block also booleans.
 */
function allowed_attributes( array $element, array $given ): array {
	// `[storefront_collection_timeline scrubber]`: a word of its own has a number for a name.
	foreach ( $given as $name => $value ) {
		if ( is_int( $name ) && is_string( $value ) ) {
			$given += array( strtolower( $value ) => true );
		}
	}
	$allowed = array();
	foreach ( $element['attributes'] as $name => list( $kind ) ) {
		$allowed[ $name ] = value_of( $kind, $given[ $name ] ?? null );
	}
	$texts = array();
	foreach ( array_keys( $element['texts'] ) as $name ) {
		$texts[ $name ] = value_of( 'text', $given[ $name ] ?? null );
	}
	$allowed['words'] = words_with( array_filter( $texts, 'is_string' ), $allowed['words'] );
	return array_filter( $allowed, 'is_string' );
}

/**
 * Whether the current user may use the TRUSTED attributes. In a multisite nobody but a super admin has `unfiltered_html`;
 * a site's administrators have the other one, with which they can write templates.
 */
function may_trust(): bool {
	return current_user_can( 'unfiltered_html' ) || current_user_can( 'edit_theme_options' );
}

/** The beginning of a pattern that skips the comments of blocks. Shortcodes in them are cleaned with the block's attributes. */
const SKIP_BLOCKS = '<!--\s+\/?wp:.*?-->(*SKIP)(*FAIL)|';

/**
 * Takes out of a post what the user who saves it may not set, as WordPress takes out HTML: the same user, the same moment.
 * So it holds for synced patterns, templates and posts that somebody else edits, and not for imports and WP-CLI, which
 * WordPress does not filter either.
 *
 * @param string $content Of a post, with slashes.
 */
function remove_untrusted( $content ) {
	if ( ! has_filter( 'content_save_pre', 'wp_filter_post_kses' ) || may_trust() || ! is_string( $content ) ) {
		return $content;
	}
	$text = wp_unslash( $content );
	// The comment of a block may have any blanks before its name.
	if ( false !== strpos( $text, 'wp:' ) ) {
		$text = serialize_blocks( array_map( __NAMESPACE__ . '\\untrusted_block', parse_blocks( $text ) ) );
	}
	// Blocks are drawn before shortcodes, so the comment of a block in a shortcode would hide it here.
	$name   = elements()['reward-claim']['shortcode'] . '(?![\w-])';
	$hidden = '/' . SKIP_BLOCKS . "(\[(?:$name(?:[^\]<]++|<(?!!--\s+\/?wp:))*+|[\w-]*+))<!--\s+\/?wp:.*?-->/s";
	$shown  = $text;
	do {
		$shown = preg_replace( $hidden, '$1', $shown, -1, $count );
	} while ( $count );
	$clean = null === $shown ? null : untrusted_text( $shown );
	// PHP gives up on a text that is too much for the patterns. Nothing in it is a shortcode then.
	return wp_slash( $clean ?? without_brackets( $text ) );
}

/**
 * A block, and those in it, without what only a trusted user may set. A block can print its attributes, and WordPress then
 * looks for shortcodes in them.
 *
 * @param array $block As parse_blocks() returns it.
 */
function untrusted_block( array $block ): array {
	if ( 'storefront-elements/reward-claim' === $block['blockName'] ) {
		$block['attrs'] = without_trusted( $block['attrs'] );
	}
	array_walk_recursive( $block['attrs'], __NAMESPACE__ . '\\clean_value' );
	$block['innerBlocks'] = array_map( __NAMESPACE__ . '\\untrusted_block', $block['innerBlocks'] );
	return $block;
}

/**
 * Cleans a text in a block's attributes.
 *
 * @param mixed $value Anything.
 */
function clean_value( &$value ): void {
	if ( ! is_string( $value ) || false === strpos( $value, '[' ) ) {
		return;
	}
	$name = elements()['reward-claim']['shortcode'];
	// What follows in the page could end a shortcode that only begins here, perhaps within its name.
	$clean = preg_replace( "/\[(?=(?:storefront[\w-]*)?$|{$name}[^\]]*$)/", '&#91;', (string) untrusted_text( $value ) );
	$value = $clean ? $clean : str_replace( '[', '&#91;', $value );
}

/** A text whose shortcodes have nothing that only a trusted user may set; null if it is too much for PHP's patterns. */
function untrusted_text( string $text ): ?string {
	$name = elements()['reward-claim']['shortcode'] . '(?![\w-])';
	// Only the first tag: which last tag belongs to it depends on the other shortcodes of the site.
	return preg_replace_callback(
		'/' . SKIP_BLOCKS . "\[$name([^\]\/]*+(?:\/(?!\])[^\]\/]*+)*+)(?=\/?\])/s",
		__NAMESPACE__ . '\\untrusted_shortcode',
		$text
	);
}

/** A text without shortcodes. In the comments of blocks, a bracket belongs to JSON. */
function without_brackets( string $text ): string {
	$parts = explode( '<!--', $text );
	foreach ( $parts as $index => $part ) {
		$end             = $index ? (int) strpos( $part, '-->' ) : 0;
		$parts[ $index ] = substr( $part, 0, $end ) . str_replace( '[', '&#91;', substr( $part, $end ) );
	}
	return implode( '<!--', $parts );
}

/**
 * The start of a shortcode, up to its bracket, without what only a trusted user may set.
 *
 * @param array $found The text, and the attributes in it.
 */
function untrusted_shortcode( array $found ): string {
	list( $start, $attributes ) = $found;

	$given = shortcode_parse_atts( $attributes );
	$given = is_array( $given ) ? $given : array();
	$kept  = without_trusted( $given );
	if ( count( $kept ) === count( $given ) ) {
		return $start;
	}
	$text = '';
	foreach ( $kept as $name => $value ) {
		// Written so that it is read as the same again: what stood in quotes must not become a word of its own.
		if ( ! is_int( $name ) ) {
			$text .= sprintf( ' %s="%s"', $name, str_replace( '"', '\x22', addcslashes( $value, '\\' ) ) );
		} elseif ( preg_match( '/^[\w-]+$/', $value ) ) {
			$text .= ' ' . $value;
		}
	}
	return substr( $start, 0, strlen( $start ) - strlen( $attributes ) ) . $text;
}

/**
 * Attributes without those that only a trusted user may set.
 *
 * @param array $attributes By name.
 */
function without_trusted( array $attributes ): array {
	foreach ( $attributes as $name => $value ) {
		// A word of its own, `auto-claim`, has a number for a name; a block can have one too.
		$meant = is_int( $name ) && is_string( $value ) ? strtolower( $value ) : $name;
		// A code that waits for a click, or for the shopper, harms nobody.
		$is_harmless = 'apply' === $name && is_string( $value ) && in_array( trim( $value ), array( 'none', 'click' ), true );
		if ( in_array( $meant, TRUSTED, true ) && ! $is_harmless ) {
			unset( $attributes[ $name ] );
		}
	}
	return $attributes;
}

/**
 * One value as text, or null where there is none.
 *
 * @param mixed $value Anything.
 */
function value_of( string $kind, $value ): ?string {
	if ( 'flag' === $kind ) {
		$is_set = true === $value || ( is_scalar( $value ) && ! in_array( strtolower( (string) $value ), NO, true ) );
		return $is_set ? '' : null;
	}
	// Also what is no UTF-8 is nothing.
	$text = is_string( $value ) || is_int( $value ) || is_float( $value ) ? trim( wp_check_invalid_utf8( (string) $value ) ) : '';
	if ( 'json' === $kind ) {
		$text = json_of( $text );
	} elseif ( 'url' === $kind && ! is_safe_url( $text ) ) {
		$text = '';
	}
	return '' === $text ? null : $text;
}

/** JSON written anew, with its texts as their author wrote them. What is no JSON goes to the element, which says so. */
function json_of( string $text ): string {
	$data = json_decode( $text, true );
	if ( ! is_array( $data ) ) {
		return $text;
	}
	array_walk_recursive(
		$data,
		function ( &$value ) {
			$value = is_string( $value ) ? plain_text( $value ) : $value;
		}
	);
	return print_json( $data );
}

/**
 * A text as its author wrote it. WordPress saves `&` as `&amp;` for users who may not write any HTML, and its visual editor
 * does so for everybody. A browser decodes `&amp;` in an attribute, but not the `\u0026amp;` of print_json().
 */
function plain_text( string $text ): string {
	return html_entity_decode( $text, ENT_QUOTES | ENT_HTML5, 'UTF-8' );
}

/** JSON for an attribute. The ampersand is an escape, because esc_attr() leaves `&quot;` as it is, which would end a string. */
function print_json( array $data ): string {
	return (string) wp_json_encode( (object) $data, JSON_HEX_AMP | JSON_UNESCAPED_UNICODE );
}

/**
 * The texts that have a field of their own, as words of the element; what `words` says goes before them.
 *
 * @param array       $texts By their names, as WordPress saved them.
 * @param string|null $words JSON of json_of(), or what was written in its place.
 */
function words_with( array $texts, ?string $words ): ?string {
	$given = null === $words ? array() : json_decode( $words, true );
	$plain = array_map( __NAMESPACE__ . '\\plain_text', $texts );
	return $plain && is_array( $given ) ? print_json( $given + $plain ) : $words;
}

/**
 * Whether an address is http(s), or of this site. esc_url() is of no use for them: it takes the braces of `{code}` away.
 * No browser reads through what is not plain: control characters, backslashes and entities are refused.
 */
function is_safe_url( string $url ): bool {
	return 1 === preg_match( '#^(https?://|/(?!/))[^\x00-\x20\\\\<>"\'`]*$#i', $url );
}

/** Attributes as they stand in a tag, each with a space before it. */
function print_attributes( array $attributes ): string {
	$printed = '';
	foreach ( $attributes as $name => $value ) {
		$printed .= '' === $value ? ' ' . $name : sprintf( ' %s="%s"', $name, esc_attr( $value ) );
	}
	return $printed;
}

/**
 * What stands between the two ends of a shortcode: HTML for slots. What is in no slot is not shown, so that the line ends
 * that WordPress puts in do no harm.
 */
function clean_content( string $content ): string {
	// Where each end stood on a line of its own, the paragraph of the first ends here, and that of the last begins.
	$content = (string) preg_replace( '#^\s*</p>|<p>\s*$#', '', $content );
	$common  = array_fill_keys( array( 'slot', 'class', 'id', 'lang', 'dir' ), true );
	$drawing = array_fill_keys( array( 'd', 'viewbox', 'fill', 'stroke', 'stroke-width' ), true );
	$tags    = array( 'h2', 'h3', 'h4', 'p', 'div', 'span', 'strong', 'em', 'ul', 'ol', 'li', 'br', 'button' );
	$allowed = array_fill_keys( $tags, $common ) + array(
		'a'     => $common + array_fill_keys( array( 'href', 'target', 'rel' ), true ),
		'img'   => $common + array_fill_keys( array( 'src', 'alt', 'width', 'height' ), true ),
		// Password managers do not see into the login's own fields.
		'input' => $common,
		// Of a timeline's icons.
		'svg'   => $common + $drawing,
		'path'  => $drawing,
	);
	return trim( wp_kses( $content, $allowed, array( 'http', 'https', 'mailto', 'tel' ) ) );
}
