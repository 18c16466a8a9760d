<?php
/**
 * The settings page, by the Settings API, which brings the nonce and asks for the capability.
 * https://developer.wordpress.org/plugins/settings/settings-api/
 *
 * @package StorefrontElements
 */

namespace StorefrontElements;

defined( 'ABSPATH' ) || exit;

/** The page, and the group of its options. */
const PAGE = 'storefront-elements';

/** Where nothing is saved. */
const DEFAULTS = array(
	'gateway'   => '',
	'currency'  => '',
	'consent'   => 'allowed',
	'analytics' => '',
);

/**
 * What is saved for the site, else for its network, else DEFAULTS; checked again, because other plugins can write to options
 * too.
 */
function settings(): array {
	// An empty field of the site leaves it to the network.
	$known = filled( get_option( OPTION ) ) + network_settings();
	// What nobody understands is no address, and a no.
	if ( ! is_gateway( $known['gateway'] ) ) {
		$known['gateway'] = '';
	}
	if ( ! isset( consent_choices()[ $known['consent'] ] ) ) {
		$known['consent'] = 'denied';
	}
	return $known;
}

/** What is saved for the network of sites, else DEFAULTS. */
function network_settings(): array {
	return filled( is_multisite() ? get_site_option( OPTION ) : array() ) + DEFAULTS;
}

/**
 * The known settings that are not empty.
 *
 * @param mixed $saved An option, which other plugins can write to.
 */
function filled( $saved ): array {
	$texts = array_filter( is_array( $saved ) ? $saved : array(), 'is_string' );
	return array_filter( array_intersect_key( $texts, DEFAULTS ), 'strlen' );
}

/** The choices of what may be kept in the browser; functional and preferences are categories of the WP Consent API. */
function consent_choices(): array {
	return array(
		'allowed'     => __( 'Logins and claimed rewards', 'storefront-elements' ),
		'functional'  => __( 'The same, with consent to "functional"', 'storefront-elements' ),
		'preferences' => __( 'The same, with consent to "preferences"', 'storefront-elements' ),
		'denied'      => __( 'Nothing (shoppers start over after a reload)', 'storefront-elements' ),
	);
}

/** Whether a consent plugin is asked in the browser. */
function asks_consent_api(): bool {
	return in_array( settings()['consent'], array( 'functional', 'preferences' ), true );
}

/**
 * The currency of fixed amounts: what is set, else the shop's own. Not `get_woocommerce_currency()`, which a plugin for
 * several currencies may change for one visitor, while the page goes into a cache for all of them.
 */
function currency(): string {
	$set = settings()['currency'];
	return '' === $set && class_exists( 'WooCommerce' ) ? (string) get_option( 'woocommerce_currency' ) : $set;
}

/**
 * An https URL or a path of this site, without a query and without a name and password, as the elements want it. They add
 * `/v1` themselves.
 */
function is_gateway( string $text ): bool {
	if ( 1 === preg_match( '#/v1/*$#D', $text ) ) {
		return false;
	}
	if ( 1 === preg_match( '#^/(?!/)[\w.~%/-]*$#D', $text ) ) {
		return true;
	}
	return 1 === preg_match( '#^https://[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::(\d{1,5}))?(?:/[\w.~%/-]*)?$#iD', $text, $found )
		&& (int) ( $found[1] ?? 0 ) <= 65535;
}

/** Settings → Shopper Login, Rewards and Timelines. */
function add_settings_page(): void {
	$title = __( 'Shopper Login, Rewards and Timelines', 'storefront-elements' );
	add_options_page( $title, $title, 'manage_options', PAGE, __NAMESPACE__ . '\\print_settings_page' );
}

/** Where that page is. */
function settings_url(): string {
	return admin_url( 'options-general.php?page=' . PAGE );
}

/**
 * The link in the list of plugins.
 *
 * @param array $links Those that are there.
 */
function add_settings_link( $links ) {
	$link = sprintf( '<a href="%s">%s</a>', esc_url( settings_url() ), esc_html__( 'Settings', 'storefront-elements' ) );
	return array_merge( array( $link ), (array) $links );
}

/** Runs at `admin_init`. */
function register_settings(): void {
	register_setting(
		PAGE,
		OPTION,
		array(
			'type'              => 'array',
			'sanitize_callback' => __NAMESPACE__ . '\\check_settings',
			'default'           => array(),
			'show_in_rest'      => false,
		)
	);
	add_settings_section( 'main', '', '__return_null', PAGE );
	$fields = array(
		'gateway'   => __( 'Gateway', 'storefront-elements' ),
		'currency'  => __( 'Currency', 'storefront-elements' ),
		'consent'   => __( 'Browser storage', 'storefront-elements' ),
		'analytics' => __( 'Analytics', 'storefront-elements' ),
	);
	foreach ( $fields as $name => $label ) {
		add_settings_field(
			$name,
			$label,
			__NAMESPACE__ . '\\print_' . $name,
			PAGE,
			'main',
			array( 'label_for' => OPTION . '_' . $name )
		);
	}
}

/**
 * What is saved of a sent form. What is wrong is said, and the value before it stays. WordPress sanitizes a new option twice; the
 * second time it gets the first result, which stays as it is.
 *
 * @param mixed $sent As the form, or anybody, sent it.
 */
function check_settings( $sent ): array {
	$old  = settings();
	$sent = is_array( $sent ) ? $sent : array();
	$text = function ( string $name ) use ( $sent ): string {
		return is_string( $sent[ $name ] ?? null ) ? trim( sanitize_text_field( $sent[ $name ] ) ) : '';
	};
	$new  = array(
		// The text as it was sent: sanitize_text_field() would take `%20` out of a path and leave another one.
		'gateway'   => is_string( $sent['gateway'] ?? null ) ? trim( $sent['gateway'] ) : '',
		'currency'  => strtoupper( $text( 'currency' ) ),
		'consent'   => $text( 'consent' ),
		'analytics' => in_array( $text( 'analytics' ), array( '', '0' ), true ) ? $text( 'analytics' ) : '1',
	);
	if ( ! isset( $sent['analytics'] ) && is_multisite() && '' !== network_settings()['analytics'] ) {
		// The form sends no box that is not ticked. Empty would leave it to the network.
		$new['analytics'] = '0';
	}

	if ( '' !== $new['gateway'] && ! is_gateway( $new['gateway'] ) ) {
		$new['gateway'] = $old['gateway'];
		add_settings_error(
			OPTION,
			'gateway',
			__( 'The gateway must be an address that begins with https://, or a path of this site such as /apps/rewards, without a query and without /v1 at the end. The old value was kept.', 'storefront-elements' )
		);
	}
	if ( ! preg_match( '/^([A-Z]{3})?$/', $new['currency'] ) ) {
		$new['currency'] = $old['currency'];
		add_settings_error(
			OPTION,
			'currency',
			__( 'The currency must be a code of three letters such as EUR, or empty. The old value was kept.', 'storefront-elements' )
		);
	}
	if ( ! isset( consent_choices()[ $new['consent'] ] ) ) {
		$new['consent'] = $old['consent'];
	}
	return is_multisite() ? own_settings( $new ) : $new;
}

/**
 * What a site of a network chose for itself. The rest is left to the network, also when that changes.
 *
 * @param array $settings Of the site.
 */
function own_settings( array $settings ): array {
	$network = network_settings();
	foreach ( $settings as $name => $value ) {
		if ( $value === $network[ $name ] ) {
			$settings[ $name ] = '';
		}
	}
	return $settings;
}
