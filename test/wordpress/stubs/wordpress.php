<?php
/**
 * The rest of WordPress that the plugin calls: hooks, options, scripts, the settings page. What a test wants to be so is
 * in `$world`.
 */

define( 'ABSPATH', __DIR__ . '/' );

$hooks   = array();
$scripts = array( 'styles' => array(), 'rules' => array(), 'modules' => array(), 'inline' => array(), 'registered' => array() );
$page    = array( 'sections' => array(), 'fields' => array(), 'errors' => array(), 'settings' => array() );
$domains = array();

function add_filter( $hook, $callback, $priority = 10, $arguments = 1 ) {
	$GLOBALS['hooks'][ $hook ][] = $callback;
}
/** The filter that removes HTML: WP-CLI without a user, and importers, take it out. */
function has_filter( $hook, $callback ) {
	return 'wp_filter_post_kses' === $callback && empty( $GLOBALS['world']['is-unfiltered'] );
}
function add_action( $hook, $callback, $priority = 10, $arguments = 1 ) {
	add_filter( $hook, $callback );
}
function apply_filters( $hook, $value, ...$others ) {
	foreach ( $GLOBALS['hooks'][ $hook ] ?? array() as $callback ) {
		$value = $callback( $value, ...$others );
	}
	return $value;
}
function do_action( $hook ) {
	foreach ( $GLOBALS['hooks'][ $hook ] ?? array() as $callback ) {
		$callback();
	}
}
function __return_true() {
	return true;
}
function __return_null() {
	return null;
}

function get_option( $name, $default = false ) {
	// A registered default counts where the caller gives none.
	$registered = $GLOBALS['page']['settings'][ $name ]['default'] ?? false;
	return $GLOBALS['world']['options'][ $name ] ?? ( func_num_args() > 1 ? $default : $registered );
}
/** @see https://developer.wordpress.org/reference/functions/load_textdomain/ Only with files in the format of WordPress 6.5. */
function load_plugin_textdomain( $domain, $unused, $folder ) {
	$locale = $GLOBALS['world']['locale'] ?? 'en_US';
	$named  = dirname( __DIR__, 3 ) . "/demo/wordpress/$folder/$domain-$locale.mo";
	$file   = substr( apply_filters( 'load_textdomain_mofile', $named, $domain ), 0, -3 ) . '.l10n.php';
	if ( is_readable( $file ) ) {
		$GLOBALS['translations'] = ( require $file )['messages'];
	}
}
function get_site_option( $name, $default = false ) {
	return $GLOBALS['world']['network'][ $name ] ?? $default;
}
function delete_site_option( $name ) {
	unset( $GLOBALS['world']['network'][ $name ] );
}
function delete_option( $name ) {
	unset( $GLOBALS['world']['options'][ $name ] );
}
function is_multisite() {
	return isset( $GLOBALS['world']['sites'] );
}
function get_sites( $query ) {
	return array_keys( $GLOBALS['world']['sites'] );
}
function switch_to_blog( $site ) {
	$GLOBALS['world']['before']  = $GLOBALS['world']['options'];
	$GLOBALS['world']['site']    = $site;
	$GLOBALS['world']['options'] = $GLOBALS['world']['sites'][ $site ];
}
function restore_current_blog() {
	$GLOBALS['world']['sites'][ $GLOBALS['world']['site'] ] = $GLOBALS['world']['options'];
	$GLOBALS['world']['options']                            = $GLOBALS['world']['before'];
}

function plugin_basename( $file ) {
	return basename( dirname( $file ) ) . '/' . basename( $file );
}
function plugins_url( $path, $file ) {
	return '/wp-content/plugins/' . basename( dirname( $file ) ) . '/' . $path;
}
function admin_url( $path ) {
	return '/wp-admin/' . $path;
}
function current_user_can( $capability ) {
	return in_array( $capability, $GLOBALS['world']['can'] ?? array( 'unfiltered_html' ), true );
}
function is_preview() {
	return ! empty( $GLOBALS['world']['preview'] );
}
function is_customize_preview() {
	return false;
}
function wp_slash( $value ) {
	return addslashes( $value );
}
function wp_unslash( $value ) {
	return stripslashes( $value );
}
function is_feed() {
	return ! empty( $GLOBALS['world']['feed'] );
}
function is_singular() {
	return ! empty( $GLOBALS['world']['post'] );
}
function get_post() {
	return (object) array( 'post_content' => $GLOBALS['world']['post'] );
}

function wp_register_style( $name, $url, $needs = array(), $version = false ) {
	$GLOBALS['scripts']['registered'][ $name ] = "$url?ver=$version";
}
function wp_enqueue_style( $name ) {
	$GLOBALS['scripts']['styles'][ $name ] = $GLOBALS['scripts']['registered'][ $name ];
}
function wp_style_is( $name ) {
	return isset( $GLOBALS['scripts']['styles'][ $name ] );
}
function wp_add_inline_style( $name, $rules ) {
	$GLOBALS['scripts']['rules'][ $name ][] = $rules;
}
/** @see https://developer.wordpress.org/reference/functions/wp_get_global_styles/ Of a theme with a theme.json. */
function wp_get_global_styles() {
	return $GLOBALS['world']['global-styles'];
}
function wp_theme_has_theme_json() {
	return isset( $GLOBALS['world']['global-styles'] );
}
function wp_register_script( $name, $url, $needs = array(), $version = false, $footer = false ) {
}
function wp_add_inline_script( $name, $code, $position = 'after' ) {
	$GLOBALS['scripts']['inline'][ $name ] = $code;
}
/** @see https://developer.wordpress.org/reference/functions/wp_enqueue_script_module/ null is "no version". */
function wp_enqueue_script_module( $name, $url, $needs = array(), $version = false ) {
	$GLOBALS['scripts']['modules'][ $name ] = null === $version ? $url : "$url?ver=$version";
}
/** As WordPress prints modules, with the id and the filter of https://developer.wordpress.org/reference/hooks/wp_script_attributes/ */
function wp_print_script_tag( $attributes ) {
	echo '<script';
	foreach ( apply_filters( 'wp_script_attributes', $attributes ) as $name => $value ) {
		printf( ' %s="%s"', $name, esc_attr( $value ) );
	}
	echo "></script>\n";
}
/** The modules that were asked for, and what the last actions of the page print. */
function printed_modules(): string {
	ob_start();
	// Before 6.9 WordPress prints them only in the head of a block theme.
	if ( empty( $GLOBALS['world']['head-only'] ) ) {
		foreach ( $GLOBALS['scripts']['modules'] as $name => $url ) {
			wp_print_script_tag( array( 'type' => 'module', 'src' => $url, 'id' => "$name-js-module" ) );
		}
	}
	do_action( 'wp_footer' );
	return ob_get_clean();
}
function wp_print_styles( $names ) {
}
function printed_styles(): string {
	$printed = '';
	foreach ( $GLOBALS['scripts']['styles'] as $name => $url ) {
		$printed .= sprintf( '<link rel="stylesheet" href="%s">', esc_attr( $url ) );
		foreach ( $GLOBALS['scripts']['rules'][ $name ] ?? array() as $rules ) {
			$printed .= sprintf( '<style id="%s-inline-css">%s</style>', $name, $rules );
		}
	}
	return $printed;
}

function add_options_page( $title, $menu, $capability, $slug, $callback ) {
	$GLOBALS['page']['capability'] = $capability;
	$GLOBALS['page']['title']      = $title;
}
function get_admin_page_title() {
	return $GLOBALS['page']['title'];
}
function register_setting( $group, $name, $settings ) {
	$GLOBALS['page']['settings'][ $name ] = $settings;
}
function add_settings_section( $id, $title, $callback, $page ) {
	$GLOBALS['page']['sections'][ $id ] = $title;
}
function add_settings_field( $id, $title, $callback, $page, $section, $settings ) {
	$GLOBALS['page']['fields'][ $id ] = array( $title, $callback, $settings );
}
function add_settings_error( $setting, $code, $message ) {
	$GLOBALS['page']['errors'][] = $message;
}
function settings_fields( $group ) {
	printf( '<input type="hidden" name="option_page" value="%s"><input type="hidden" name="_wpnonce" value="nonce">', esc_attr( $group ) );
}
function do_settings_sections( $page ) {
	echo '<table class="form-table" role="presentation">';
	foreach ( $GLOBALS['page']['fields'] as list( $title, $callback, $settings ) ) {
		printf( '<tr><th scope="row"><label for="%s">%s</label></th><td>', esc_attr( $settings['label_for'] ), $title );
		$callback( $settings );
		echo '</td></tr>';
	}
	echo '</table>';
}
function submit_button() {
	echo '<p class="submit"><input type="submit" name="submit" value="Save Changes"></p>';
}
function selected( $value, $current, $echo ) {
	return (string) $value === (string) $current ? " selected='selected'" : '';
}
function checked( $value, $current, $echo ) {
	return (string) $value === (string) $current ? " checked='checked'" : '';
}
