<?php
/**
 * `wp_kses()`: HTML of which only the tags, attributes and schemes of a list are left. Written from what it does in
 * WordPress 6.1 (`wp-includes/kses.php`), without what the plugin does not use: styles, required attributes.
 * https://developer.wordpress.org/reference/functions/wp_kses/
 */

/** The attributes whose values are addresses. */
const ADDRESSES = array( 'href', 'src', 'action', 'cite', 'data', 'formaction', 'poster', 'srcset', 'xmlns' );

function wp_kses( $html, $allowed, $schemes = array() ) {
	$html = preg_replace( '/[\x00-\x08\x0B\x0C\x0E-\x1F]/', '', (string) $html );
	$html = wp_kses_normalize_entities( $html );
	return preg_replace_callback(
		'/<!--.*?(-->|$)|<[^>]*(>|$)|>/s',
		function ( $found ) use ( $allowed, $schemes ) {
			if ( '>' === $found[0] ) {
				return '&gt;';
			}
			if ( 0 === strpos( $found[0], '<!--' ) ) {
				$text = wp_kses( str_replace( array( '<!--', '-->' ), '', $found[0] ), $allowed, $schemes );
				return '' === $text ? '' : '<!--' . preg_replace( array( '/--+/', '/-$/' ), array( '-', '' ), $text ) . '-->';
			}
			return allowed_tag( $found[0], $allowed, $schemes ?: allowed_schemes() );
		},
		$html
	);
}

function allowed_tag( string $tag, array $allowed, array $schemes ): string {
	if ( ! preg_match( '#^<\s*(/?)\s*([a-zA-Z0-9-]+)([^>]*)>?$#s', $tag, $parts ) ) {
		return '';
	}
	list( , $slash, $name, $rest ) = $parts;
	$known                         = $allowed[ strtolower( $name ) ] ?? null;
	if ( null === $known ) {
		return '';
	}
	if ( '' !== $slash ) {
		return "</$name>";
	}
	$end     = preg_match( '#\s*/\s*$#', $rest ) ? ' /' : '';
	$printed = '';
	foreach ( attributes_in( $rest ) as $attribute => $written ) {
		list( $value, $quote ) = $written;
		$low                   = strtolower( $attribute );
		if ( ! isset( $known[ $low ] ) ) {
			continue;
		}
		if ( in_array( $low, ADDRESSES, true ) && ! has_allowed_scheme( $value, $schemes ) ) {
			// As WordPress does it: the scheme goes, the rest stays.
			$value = trim( preg_split( '/:|&#0*58;?|&#x0*3a;?|&colon;/i', $value, 2 )[1] );
		}
		$printed .= ' ' . $attribute . ( '' === $quote ? '' : '=' . $quote . $value . $quote );
	}
	return '<' . $name . preg_replace( '/[<>]/', '', $printed ) . $end . '>';
}

/** The attributes of a tag, the first of each name; what is malformed is left out up to the next space. */
function attributes_in( string $text ): array {
	$found = array();
	$text  = preg_replace( '#\s*/?\s*$#', '', $text );
	while ( '' !== $text = ltrim( $text ) ) {
		$is_one = preg_match( '#^([_a-zA-Z][-_a-zA-Z0-9:.]*)(?:\s*=\s*(?:"([^"]*)"|\'([^\']*)\'|([^\s"\']+)))?(?=\s|$)#', $text, $parts, PREG_UNMATCHED_AS_NULL );
		if ( ! $is_one ) {
			$text = preg_replace( '#^("[^"]*("|$)|\'[^\']*(\'|$)|\S)*\s*#', '', $text );
			continue;
		}
		$value  = $parts[2] ?? $parts[3] ?? $parts[4];
		$quote  = null === $value ? '' : ( isset( $parts[3] ) ? "'" : '"' );
		$found += array( $parts[1] => array( $value, $quote ) );
		$text   = substr( $text, strlen( $parts[0] ) );
	}
	return $found;
}
