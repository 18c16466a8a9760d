<?php
/**
 * The table: what a shortcode or a block may say. What is not in it never reaches the page.
 *
 * @package StorefrontElements
 */

namespace StorefrontElements;

defined( 'ABSPATH' ) || exit;

/**
 * The attributes that belong to the settings page, to no page, or to no shop with WordPress. Whoever may write a post
 * could else have addresses and codes sent to a server of their own.
 */
const WITHHELD = array(
	'base-url'      => 'settings',
	'consent'       => 'settings',
	'api-key'       => 'never: a key in a page is everybody\'s',
	'entries'       => 'JSON of a page that has its own data',
	'collection'    => 'JSON of a page that has its own data',
	'cart-sections' => 'Shopify only',
	'apply-hosts'   => 'never: codes would go to whoever the author names; links to this site need it not',
);

/**
 * The three elements by their tags. Of an attribute: its kind (text, number, flag, choice, json, url), its label in the
 * editor, and the choices; `main` has those that are not among the further settings. `texts` are words of the element
 * that have a field of their own, with its label. `needs` are attributes of which one must be there,
 * and `missing` is said where none is. `sketch` is what the editor draws.
 * The labels are translated, so it is not to be asked before `init`.
 */
function elements(): array {
	return array(
		'otp-login'           => array(
			'shortcode'  => 'otp_login',
			'attributes' => otp_login_attributes() + common_attributes(),
			'main'       => array( 'code-length', 'code-mode' ),
			'texts'      => array(
				'heading' => __( 'Heading', 'storefront-elements' ),
			),
			'needs'      => array(),
			'missing'    => '',
			'sketch'     => array(
				array( 'heading', __( 'Log in', 'storefront-elements' ) ),
				array( 'field', __( 'E-mail address', 'storefront-elements' ) ),
				array( 'button', __( 'Send code', 'storefront-elements' ) ),
			),
		),
		'reward-claim'        => array(
			'shortcode'  => 'reward_claim',
			'attributes' => reward_claim_attributes() + common_attributes(),
			'main'       => array( 'token-param', 'token', 'reward-id', 'code-id', 'requires-login', 'apply' ),
			'texts'      => array(
				'heading' => __( 'Heading', 'storefront-elements' ),
				'intro'   => __( 'Introduction', 'storefront-elements' ),
				'contact' => __( 'Whom to ask when a claim fails', 'storefront-elements' ),
			),
			'needs'      => array( 'token', 'token-param', 'reward-id' ),
			'missing'    => __( 'Say in the settings of the block where the token comes from, or which reward it is.', 'storefront-elements' ),
			'sketch'     => array(
				array( 'heading', __( 'Your reward', 'storefront-elements' ) ),
				array( 'intro', __( 'A thank-you is waiting for you.', 'storefront-elements' ) ),
				array( 'button', __( 'Claim reward', 'storefront-elements' ) ),
			),
		),
		'collection-timeline' => array(
			'shortcode'  => 'collection_timeline',
			'attributes' => collection_timeline_attributes() + common_attributes(),
			'main'       => array( 'collection-id', 'collection-slug', 'token-id', 'layout', 'group-by', 'paging' ),
			'texts'      => array(
				'empty' => __( 'What is said when there are no entries', 'storefront-elements' ),
			),
			'needs'      => array( 'collection-id', 'collection-slug', 'token-id' ),
			'missing'    => __( 'Say in the settings of the block which collection it is.', 'storefront-elements' ),
			'sketch'     => array(
				array( 'entry', __( 'The first sketch', 'storefront-elements' ) ),
				array( 'entry', __( 'The colours are chosen', 'storefront-elements' ) ),
				array( 'entry', __( 'The collection is there', 'storefront-elements' ) ),
			),
		),
	);
}

/** What all three have. */
function common_attributes(): array {
	return array(
		'no-storage'     => array( 'flag', __( 'Keep nothing in the browser', 'storefront-elements' ) ),
		'words'          => array( 'json', __( 'Other words (JSON)', 'storefront-elements' ) ),
		'error-messages' => array( 'json', __( 'What errors say, by code (JSON)', 'storefront-elements' ) ),
	);
}

/** What the two that know a shopper have. */
function account_attributes(): array {
	return array(
		'credentials' => array( 'choice', __( 'Cookies to a gateway on another host of this site', 'storefront-elements' ), array( 'include' ) ),
		'error-map'   => array( 'json', __( 'What error codes mean (JSON)', 'storefront-elements' ) ),
	);
}

/** Of `<otp-login>`. */
function otp_login_attributes(): array {
	return array(
		'code-length'  => array( 'number', __( 'Characters in a code', 'storefront-elements' ) ),
		'code-mode'    => array( 'choice', __( 'Kind of code', 'storefront-elements' ), array( 'numeric' ) ),
		'email'        => array( 'text', __( 'An address to begin with', 'storefront-elements' ) ),
		'name'         => array( 'text', __( 'Name of the field in a form', 'storefront-elements' ) ),
		'resend-after' => array( 'number', __( 'Seconds until a new code can be asked for', 'storefront-elements' ) ),
		'remember-for' => array( 'number', __( 'Seconds that a login is remembered', 'storefront-elements' ) ),
		'expires'      => array( 'number', __( 'How long a code is valid', 'storefront-elements' ) ),
		'expires-unit' => array( 'choice', __( 'The unit of that', 'storefront-elements' ), array( 'seconds', 'minutes', 'hours', 'days', 'milliseconds' ) ),
	) + account_attributes();
}

/** Of `<reward-claim>`. */
function reward_claim_attributes(): array {
	return array(
		'token-param'    => array( 'text', __( 'Token: the name of its parameter in the address', 'storefront-elements' ) ),
		'token'          => array( 'text', __( 'Token', 'storefront-elements' ) ),
		'reward-id'      => array( 'text', __( 'Reward ID', 'storefront-elements' ) ),
		'code-id'        => array( 'text', __( 'Code ID', 'storefront-elements' ) ),
		'requires-login' => array( 'flag', __( 'Log in first', 'storefront-elements' ) ),
		'apply'          => array( 'choice', __( 'When the code goes into the cart', 'storefront-elements' ), array( 'click', 'after-claim', 'none' ) ),
		'auto-claim'     => array( 'flag', __( 'Claim without a click', 'storefront-elements' ) ),
		'currency'       => array( 'text', __( 'Currency of fixed amounts', 'storefront-elements' ) ),
		'minor-units'    => array( 'flag', __( 'Fixed amounts are in cents', 'storefront-elements' ) ),
		'platform'       => array( 'choice', __( 'Shop system', 'storefront-elements' ), array( 'auto', 'woocommerce', 'none' ) ),
		'cart-reload'    => array( 'flag', __( 'Reload the page when the cart does not show the code', 'storefront-elements' ) ),
		'apply-url'      => array( 'url', __( 'Link that uses the code (URL)', 'storefront-elements' ) ),
	) + account_attributes();
}

/** Of `<collection-timeline>`. */
function collection_timeline_attributes(): array {
	return array(
		'collection-id'    => array( 'text', __( 'Collection ID', 'storefront-elements' ) ),
		'collection-slug'  => array( 'text', __( 'Collection slug', 'storefront-elements' ) ),
		'token-id'         => array( 'number', __( 'Token ID', 'storefront-elements' ) ),
		'layout'           => array( 'choice', __( 'Layout', 'storefront-elements' ), array( 'feed', 'compact', 'alternating', 'cards' ) ),
		'group-by'         => array( 'choice', __( 'Headings for each', 'storefront-elements' ), array( 'day', 'month', 'year' ) ),
		'paging'           => array( 'choice', __( 'Further entries come', 'storefront-elements' ), array( 'auto', 'button' ) ),
		'order'            => array( 'choice', __( 'Order', 'storefront-elements' ), array( 'asc', 'desc' ) ),
		'order-by'         => array( 'text', __( 'What to order by', 'storefront-elements' ) ),
		'limit'            => array( 'number', __( 'Entries in a page', 'storefront-elements' ) ),
		'min-date'         => array( 'text', __( 'First date', 'storefront-elements' ) ),
		'max-date'         => array( 'text', __( 'Last date', 'storefront-elements' ) ),
		'time-zone'        => array( 'text', __( 'Time zone', 'storefront-elements' ) ),
		'show-header'      => array( 'text', __( 'Parts of the header', 'storefront-elements' ) ),
		'scrubber'         => array( 'flag', __( 'A slider over the months', 'storefront-elements' ) ),
		'no-media'         => array( 'flag', __( 'Without pictures and films', 'storefront-elements' ) ),
		'no-links'         => array( 'flag', __( 'Without links to single entries', 'storefront-elements' ) ),
		'map-url'          => array( 'url', __( 'Map that places lead to (URL)', 'storefront-elements' ) ),
		'refresh-interval' => array( 'number', __( 'Seconds between looks for new entries', 'storefront-elements' ) ),
		'include-count'    => array( 'flag', __( 'Ask for a count', 'storefront-elements' ) ),
		'json-ld'          => array( 'flag', __( 'Tell search engines', 'storefront-elements' ) ),
	);
}
