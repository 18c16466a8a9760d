<?php
/**
 * From what an author wrote to the page: blocks, paragraphs, shortcodes, in WordPress's order (the filters of
 * `the_content`). Written from the documented behaviour, and compared with WordPress 6.1.
 * https://developer.wordpress.org/apis/shortcode/
 */

$shortcodes = array();
$blocks     = array();

function add_shortcode( $tag, $callback ) {
	$GLOBALS['shortcodes'][ $tag ] = $callback;
}

/** Groups: `[[`, name, attributes, `/`, content, `]]`. */
function shortcode_pattern(): string {
	$names = implode( '|', array_map( 'preg_quote', array_keys( $GLOBALS['shortcodes'] ) ) );
	return "#\\[(\\[?)($names)(?![\\w-])((?:[^\\]/]|/(?!\\]))*)(?:(/)\\]|\\](?:((?:[^\\[]|\\[(?!/\\2\\]))*+)\\[/\\2\\])?)(\\]?)#";
}

function do_shortcode( $content ) {
	return preg_replace_callback(
		shortcode_pattern(),
		function ( $found ) {
			if ( '[' === $found[1] && ']' === $found[6] ) {
				return substr( $found[0], 1, -1 );
			}
			$call = $GLOBALS['shortcodes'][ $found[2] ];
			return $found[1] . $call( shortcode_parse_atts( $found[3] ), $found[5], $found[2] ) . $found[6];
		},
		$content
	);
}

/** Names are lower case, backslashes are escapes, and a `<` that nothing closes spoils the value. */
function shortcode_parse_atts( $text ) {
	$text = preg_replace( '/[\x{00a0}\x{200b}]+/u', ' ', $text );
	$name = '([\w-]+)\s*=\s*';
	preg_match_all(
		"/$name\"([^\"]*)\"(?:\s|$)|$name'([^']*)'(?:\s|$)|$name([^\s'\"]+)(?:\s|$)|\"([^\"]*)\"(?:\s|$)|'([^']*)'(?:\s|$)|(\S+)(?:\s|$)/",
		(string) $text,
		$all,
		PREG_SET_ORDER | PREG_UNMATCHED_AS_NULL
	);
	$found = array();
	foreach ( $all as $each ) {
		$given = $each[1] ?? $each[3] ?? $each[5] ?? null;
		$value = stripcslashes( $each[2] ?? $each[4] ?? $each[6] ?? $each[7] ?? $each[8] ?? $each[9] );
		if ( false !== strpos( $value, '<' ) && ! preg_match( '/^[^<]*+(?:<[^>]*+>[^<]*+)*+$/', $value ) ) {
			$value = '';
		}
		if ( null === $given ) {
			$found[] = $value;
		} else {
			$found[ strtolower( $given ) ] = $value;
		}
	}
	return $found ? $found : ltrim( (string) $text );
}

function has_shortcode( $content, $tag ) {
	preg_match_all( shortcode_pattern(), $content, $found );
	return in_array( $tag, $found[2], true );
}

/** As `wpautop()` for plain lines: a paragraph for each, a `<br />` for a line's end, blocks as they are. */
function wpautop( $text ) {
	$block = '(?:h[1-6]|p|div|ul|ol|li|table|figure|section)\b';
	$done  = '';
	$text  = preg_replace( "#(<{$block}[^>]*>)#i", "\n\n$1", $text );
	$text  = preg_replace( "#(</{$block}>)#i", "$1\n\n", $text );
	foreach ( preg_split( '/\n\s*\n/', trim( $text ) ) as $part ) {
		$part  = trim( $part );
		$done .= '' === $part || preg_match( "#^<$block#i", $part ) ? $part . "\n" : '<p>' . preg_replace( '/\s*\n/', "<br />\n", $part ) . "</p>\n";
	}
	return $done;
}

/** A shortcode that stands alone gets no paragraph. */
function shortcode_unautop( $text ) {
	$inner = substr( shortcode_pattern(), 1, -1 );
	return preg_replace_callback(
		"#<p>\\s*$inner\\s*</p>#",
		function ( $found ) {
			return trim( substr( $found[0], 3, -4 ) );
		},
		$text
	);
}

/** As in a post with blocks; the comments of other blocks are not shown. */
function do_blocks( $content ) {
	return preg_replace_callback(
		'#<!--\s+wp:([a-z0-9-]+/[a-z0-9-]+)\s+(\{.*?\}\s+)?/-->#s',
		function ( $found ) {
			$type  = $GLOBALS['blocks'][ $found[1] ] ?? null;
			$given = json_decode( $found[2] ?? '{}', true );
			// A block of another plugin that prints a text of its own.
			if ( 'other/text' === $found[1] ) {
				return is_array( $given ) ? '<p>' . ( $given['text'] ?? 'without a text' ) . '</p>' : '';
			}
			if ( ! $type || ! is_array( $given ) ) {
				return '';
			}
			$GLOBALS['block'] = array( $found[1], $given );
			// Attributes of another type than the block's are left out; `className` and `align` are WordPress's own.
			foreach ( $given as $name => $value ) {
				$wanted = $type['attributes'][ $name ]['type'] ?? gettype( $value );
				if ( $wanted !== gettype( $value ) ) {
					unset( $given[ $name ] );
				}
			}
			return $type['render_callback']( $given, '', null );
		},
		$content
	);
}

function has_block( $name, $post ) {
	return false !== strpos( $post->post_content, "<!-- wp:$name " );
}

function register_block_type( $folder, $settings ) {
	$described = json_decode( file_get_contents( "$folder/block.json" ), true );
	$GLOBALS['blocks'][ $described['name'] ] = $settings + $described;
}

function get_block_wrapper_attributes() {
	list( $name, $given ) = $GLOBALS['block'];
	$align                = isset( $given['align'] ) && is_string( $given['align'] ) ? 'align' . $given['align'] : '';
	$own                  = isset( $given['className'] ) && is_string( $given['className'] ) ? $given['className'] : '';
	$classes              = array_filter( array( $align, $own, 'wp-block-' . str_replace( '/', '-', $name ) ) );
	return sprintf( 'class="%s"', esc_attr( implode( ' ', $classes ) ) );
}

/** Blocks that hold nothing, with the text between them; those in others are not told apart. */
function parse_blocks( $text ) {
	$parts  = preg_split( '#(<!--\s+wp:[a-z0-9-]+/[a-z0-9-]+\s+(?:\{.*?\}\s+)?/-->)#s', $text, -1, PREG_SPLIT_DELIM_CAPTURE );
	$blocks = array();
	foreach ( $parts as $part ) {
		$is_block = preg_match( '#^<!--\s+wp:(\S+)\s+(\{.*\})?#s', $part, $found );
		$blocks[] = array(
			'blockName'   => $is_block ? $found[1] : null,
			'attrs'       => $is_block ? json_decode( $found[2] ?? '{}', true ) : array(),
			'innerBlocks' => array(),
			'innerHTML'   => $is_block ? '' : $part,
		);
	}
	return $blocks;
}

function serialize_blocks( $blocks ) {
	$text = '';
	foreach ( $blocks as $block ) {
		$name  = $block['blockName'];
		$text .= null === $name ? $block['innerHTML'] : "<!-- wp:$name " . json_encode( $block['attrs'], JSON_HEX_TAG | JSON_HEX_AMP ) . ' /-->';
	}
	return $text;
}

/** Its groups are those of shortcode_pattern(). */
function get_shortcode_regex( $names ) {
	$known                 = $GLOBALS['shortcodes'];
	$GLOBALS['shortcodes'] = array_flip( $names );
	$pattern               = trim( shortcode_pattern(), '#' );
	$GLOBALS['shortcodes'] = $known;
	return str_replace( '/', '\/', $pattern );
}

/** The filters of `the_content`, in their order; a post with blocks gets no paragraphs. */
function the_content( string $content ): string {
	$has_blocks = false !== strpos( $content, '<!-- wp:' );
	$html       = do_blocks( $content );
	return do_shortcode( $has_blocks ? $html : shortcode_unautop( wpautop( $html ) ) );
}
