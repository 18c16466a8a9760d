<?php
/**
 * WordPress's escaping, as far as the plugin needs it: written from what these functions are documented to do and do in
 * WordPress 6.1 (`wp-includes/formatting.php`), with which their answers were compared.
 * https://developer.wordpress.org/apis/security/escaping/
 */

/** Text that is not UTF-8 as a whole is nothing. */
function wp_check_invalid_utf8( $text ) {
	return 1 === preg_match( '//u', (string) $text ) ? (string) $text : '';
}

/** An ampersand that begins no entity becomes one; entities stay, so that nothing is escaped twice. */
function wp_kses_normalize_entities( $text ) {
	return preg_replace_callback(
		'/&(#0*(\d{1,7});|#[xX](0*[0-9a-fA-F]{1,6});|([A-Za-z]{2,8}\d{0,2});)?/',
		function ( $found ) {
			$all    = $found[0];
			$number = $found[2] ?? '';
			$hex    = $found[3] ?? '';
			$name   = $found[4] ?? '';
			if ( '' !== $number . $hex && 0 === (int) hexdec( $number . $hex ) ) {
				return '';
			}
			if ( '' !== $number ) {
				return is_unicode( (int) $number ) ? '&#' . str_pad( $number, 3, '0', STR_PAD_LEFT ) . ';' : '&amp;' . substr( $all, 1 );
			}
			if ( '' !== $hex ) {
				return is_unicode( (int) hexdec( $hex ) ) ? '&#x' . ltrim( $hex, '0' ) . ';' : '&amp;' . '#x' . $hex . ';';
			}
			$is_known = '' !== $name && html_entity_decode( $all, ENT_QUOTES | ENT_HTML401, 'UTF-8' ) !== $all;
			return $is_known ? $all : '&amp;' . substr( $all, 1 );
		},
		$text
	);
}

function is_unicode( int $number ): bool {
	return in_array( $number, array( 0x9, 0xa, 0xd ), true )
		|| ( $number >= 0x20 && $number <= 0xd7ff )
		|| ( $number >= 0xe000 && $number <= 0xfffd )
		|| ( $number >= 0x10000 && $number <= 0x10ffff );
}

function esc_attr( $text ) {
	$text = wp_kses_normalize_entities( wp_check_invalid_utf8( $text ) );
	return strtr( $text, array( '<' => '&lt;', '>' => '&gt;', '"' => '&quot;', "'" => '&#039;' ) );
}

function esc_html( $text ) {
	return esc_attr( $text );
}

/** Takes out what no URL has, and gives nothing for a scheme that is not allowed. */
function esc_url( $url ) {
	$url = str_replace( ' ', '%20', ltrim( (string) $url ) );
	$url = preg_replace( '#[^\w\-~+.?\#=!&;,/:%@$|*\'()\[\]\x80-\xff]#i', '', $url );
	do {
		$before = $url;
		$url    = str_replace( array( '%0d', '%0a', '%0D', '%0A' ), '', $url );
	} while ( $before !== $url );
	if ( '' === $url ) {
		return '';
	}
	$url = str_replace( ';//', '://', $url );
	if ( false === strpos( $url, ':' ) && ! preg_match( '#^([/\#?]|[a-z0-9-]+\.php)#i', $url ) ) {
		$url = 'http://' . $url;
	}
	$url = str_replace( array( '&amp;', "'" ), array( '&#038;', '&#039;' ), wp_kses_normalize_entities( $url ) );
	return '/' === $url[0] || has_allowed_scheme( $url, allowed_schemes() ) ? $url : '';
}

/** Those of `wp_allowed_protocols()` that matter here. */
function allowed_schemes(): array {
	return array( 'http', 'https', 'ftp', 'ftps', 'mailto', 'news', 'tel', 'sms' );
}

/** A colon may also be written as an entity, and a scheme may have spaces and control characters in it. */
function has_allowed_scheme( string $url, array $schemes ): bool {
	$parts = preg_split( '/:|&#0*58;?|&#x0*3a;?|&colon;/i', $url, 2 );
	if ( ! isset( $parts[1] ) || preg_match( '#/\?#', $parts[0] ) ) {
		return true;
	}
	$scheme = strtolower( preg_replace( '/[\x00-\x20]/', '', html_entity_decode( $parts[0], ENT_QUOTES, 'UTF-8' ) ) );
	return in_array( $scheme, $schemes, true );
}

/** Text on one line, without tags and without octets such as `%0a`. */
function sanitize_text_field( $text ) {
	if ( is_array( $text ) || is_object( $text ) ) {
		return '';
	}
	$text = wp_check_invalid_utf8( $text );
	if ( false !== strpos( $text, '<' ) ) {
		// A `<` that nothing closes is text.
		$text = preg_replace_callback(
			'/<[^>]*?((?=<)|>|$)/',
			function ( $found ) {
				return false === strpos( $found[0], '>' ) ? esc_html( $found[0] ) : $found[0];
			},
			$text
		);
		$text = trim( strip_tags( preg_replace( '#<(script|style)[^>]*?>.*?</\1>#si', '', $text ) ) );
	}
	$text = trim( preg_replace( '/[\r\n\t ]+/', ' ', $text ) );
	if ( ! preg_match( '/%[a-f0-9]{2}/i', $text ) ) {
		return $text;
	}
	while ( preg_match( '/%[a-f0-9]{2}/i', $text, $found ) ) {
		$text = str_replace( $found[0], '', $text );
	}
	return trim( preg_replace( '/ +/', ' ', $text ) );
}

function wp_json_encode( $data, $flags = 0 ) {
	return json_encode( $data, $flags );
}

/** Translated texts: marked, so that a test sees which were not. */
function __( $text, $domain = 'default' ) {
	$GLOBALS['domains'][ $domain ] = true;
	return $GLOBALS['translations'][ $text ] ?? $text;
}

function esc_html__( $text, $domain = 'default' ) {
	return esc_html( __( $text, $domain ) );
}
