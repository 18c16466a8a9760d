<?php
/**
 * What the settings page looks like.
 *
 * @package StorefrontElements
 */

namespace StorefrontElements;

defined( 'ABSPATH' ) || exit;

/** The page. The Settings API shows the errors of options pages by itself. */
function print_settings_page(): void {
	if ( ! current_user_can( 'manage_options' ) ) {
		return;
	}
	echo '<div class="wrap"><h1>' . esc_html( get_admin_page_title() ) . '</h1>';
	if ( ! is_readable( dirname( FILE ) . '/assets/' . VERSION . '/loader.js' ) ) {
		printf(
			'<div class="notice notice-error"><p>%s</p></div>',
			esc_html__( 'The folder "assets" of this plugin is empty, so the elements cannot be loaded. Reinstall the plugin from a complete copy.', 'storefront-elements' )
		);
	}
	echo '<form action="options.php" method="post">';
	settings_fields( PAGE );
	do_settings_sections( PAGE );
	submit_button();
	echo '</form>';
	print_shortcodes();
	echo '</div>';
}

/**
 * The start of every field.
 *
 * @param string $name Of the setting.
 */
function field_names( string $name ): string {
	return sprintf( 'id="%1$s_%2$s" name="%1$s[%2$s]" aria-describedby="%1$s_%2$s_help"', esc_attr( OPTION ), esc_attr( $name ) );
}

/**
 * The sentence below a field.
 *
 * @param string $name Of the setting.
 * @param string $text What it says.
 */
function print_help( string $name, string $text ): void {
	printf( '<p class="description" id="%s">%s</p>', esc_attr( OPTION . '_' . $name . '_help' ), esc_html( $text ) );
}

/** The address of the gateway. */
function print_gateway(): void {
	printf(
		'<input type="text" class="regular-text code" %s value="%s" placeholder="/apps/rewards" spellcheck="false" autocapitalize="off">',
		field_names( 'gateway' ), // phpcs:ignore WordPress.Security.EscapeOutput -- escaped there.
		esc_attr( settings()['gateway'] )
	);
	print_help(
		'gateway',
		__( 'An address that begins with https://, or a path of this site such as /apps/rewards. There is no field for an API key: anybody can read what is in a page, so only the gateway may have it.', 'storefront-elements' )
	);
}

/** The currency. */
function print_currency(): void {
	printf(
		'<input type="text" class="small-text code" %s value="%s" placeholder="%s" maxlength="3" size="4">',
		field_names( 'currency' ), // phpcs:ignore WordPress.Security.EscapeOutput -- escaped there.
		esc_attr( settings()['currency'] ),
		esc_attr( currency() )
	);
	print_help(
		'currency',
		__( 'For fixed amounts, such as EUR. If empty, WooCommerce\'s currency is used; without WooCommerce, amounts are not shown.', 'storefront-elements' )
	);
}

/** What may be kept. */
function print_consent(): void {
	printf( '<select %s>', field_names( 'consent' ) ); // phpcs:ignore WordPress.Security.EscapeOutput -- escaped there.
	foreach ( consent_choices() as $value => $label ) {
		printf( '<option value="%s"%s>%s</option>', esc_attr( $value ), selected( settings()['consent'], $value, false ), esc_html( $label ) );
	}
	echo '</select>';
	print_help(
		'consent',
		__( 'No cookies are set, and nothing is stored before a shopper acts. Consent comes from the WP Consent API plugin: nothing is stored without it.', 'storefront-elements' )
	);
}

/** Whether events are told. */
function print_analytics(): void {
	printf(
		'<label><input type="checkbox" %s value="1"%s> %s</label>',
		field_names( 'analytics' ), // phpcs:ignore WordPress.Security.EscapeOutput -- escaped there.
		checked( settings()['analytics'], '1', false ),
		esc_html__( 'Send shopper events to dataLayer (Google Tag Manager)', 'storefront-elements' )
	);
	print_help( 'analytics', __( 'Email addresses, codes and tokens are never sent.', 'storefront-elements' ) );
}

/** The shortcodes, to copy. */
function print_shortcodes(): void {
	$examples = array(
		'[storefront_otp_login]'                                => __( 'Log in with a code by email', 'storefront-elements' ),
		'[storefront_reward_claim token-param="reward"]'        => __( 'Claim the reward whose token is in the address, such as #reward=…', 'storefront-elements' ),
		'[storefront_collection_timeline collection-slug="…"]'  => __( 'The story of a collection', 'storefront-elements' ),
	);
	echo '<h2>' . esc_html__( 'Shortcodes', 'storefront-elements' ) . '</h2><p>';
	echo esc_html__( 'The block editor has three blocks: One-time-code login, Reward claim, Collection timeline. Anywhere else:', 'storefront-elements' );
	echo '</p><ul>';
	foreach ( $examples as $code => $text ) {
		printf( '<li><code>%s</code> %s</li>', esc_html( $code ), esc_html( $text ) );
	}
	echo '</ul>';
}
