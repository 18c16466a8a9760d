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
 * The attributes that can give a reward to every visitor or put its code into every cart. Only users who may write any HTML
 * can save them.
 */
const TRUSTED = array( 'token', 'auto-claim', 'apply' );

/**
 * The three elements by their tags. Of an attribute: its kind (text, number, flag, choice, json, url), its label in the
 * editor, and the labels of the choices; `main` has those that are not among the further settings. `texts` are words of the element
 * that have a field of their own, with its label. `needs` are attributes of which one must be there,
 * and `missing` is said where none is. `sketch` is what the editor draws.
 * The labels are translated, so it is not to be asked before `init`.
 */
function elements(): array {
	return array(
		'otp-login'           => array(
			'shortcode'  => 'storefront_otp_login',
			'attributes' => otp_login_attributes() + common_attributes(),
			'main'       => array( 'code-length', 'code-mode' ),
			'texts'      => array(
				'heading' => __( 'Heading', 'storefront-elements' ),
			),
			'needs'      => array(),
			'missing'    => '',
			'sketch'     => array(
				array( 'heading', __( 'Log in with your email', 'storefront-elements' ) ),
				array( 'field', __( 'Email address', 'storefront-elements' ) ),
				array( 'button', __( 'Send code', 'storefront-elements' ) ),
			),
		),
		'reward-claim'        => array(
			'shortcode'  => 'storefront_reward_claim',
			'attributes' => reward_claim_attributes() + common_attributes(),
			'main'       => array( 'token-param', 'token', 'reward-id', 'code-id', 'requires-login', 'apply' ),
			'texts'      => array(
				'heading' => __( 'Heading', 'storefront-elements' ),
				'intro'   => __( 'Introduction', 'storefront-elements' ),
				'contact' => __( 'Contact text when a claim fails', 'storefront-elements' ),
			),
			'needs'      => array( 'token', 'token-param', 'reward-id' ),
			'missing'    => __( 'In the block settings, choose where the token comes from, or a reward.', 'storefront-elements' ),
			'sketch'     => array(
				array( 'heading', __( 'Your reward is waiting', 'storefront-elements' ) ),
				array( 'intro', __( 'Claim it to see what you get.', 'storefront-elements' ) ),
				array( 'button', __( 'Claim reward', 'storefront-elements' ) ),
			),
		),
		'collection-timeline' => array(
			'shortcode'  => 'storefront_collection_timeline',
			'attributes' => collection_timeline_attributes() + common_attributes(),
			'main'       => array( 'collection-id', 'collection-slug', 'token-id', 'layout', 'group-by', 'paging' ),
			'texts'      => array(
				'empty' => __( 'Text when there are no entries', 'storefront-elements' ),
			),
			'needs'      => array( 'collection-id', 'collection-slug', 'token-id' ),
			'missing'    => __( 'In the block settings, choose a collection.', 'storefront-elements' ),
			'sketch'     => array(
				array( 'entry', __( 'The first sketch', 'storefront-elements' ) ),
				array( 'entry', __( 'The colors are chosen', 'storefront-elements' ) ),
				array( 'entry', __( 'The collection is there', 'storefront-elements' ) ),
			),
		),
	);
}

/** What all three have. */
function common_attributes(): array {
	return array(
		'heading-level'  => array( 'number', __( 'Heading level', 'storefront-elements' ) ),
		'reserve'        => array( 'flag', __( 'Keep the space that later steps need', 'storefront-elements' ) ),
		'no-storage'     => array( 'flag', __( 'Don’t store anything in the browser', 'storefront-elements' ) ),
		'words'          => array( 'json', __( 'Custom text (JSON)', 'storefront-elements' ) ),
		'error-messages' => array( 'json', __( 'Error messages by code (JSON)', 'storefront-elements' ) ),
	);
}

/** What the two that know a shopper have. */
function account_attributes(): array {
	return array(
		'credentials' => array(
			'choice',
			__( 'Cookies to a gateway on another host of this site', 'storefront-elements' ),
			array(
				'include' => __( 'Send cookies', 'storefront-elements' ),
			),
		),
		'error-map'   => array( 'json', __( 'Meaning of error codes (JSON)', 'storefront-elements' ) ),
	);
}

/** Of `<otp-login>`. */
function otp_login_attributes(): array {
	return array(
		'code-length'  => array( 'number', __( 'Code length', 'storefront-elements' ) ),
		'code-mode'    => array(
			'choice',
			__( 'Kind of code', 'storefront-elements' ),
			array(
				'numeric' => __( 'Digits only', 'storefront-elements' ),
			),
		),
		'email'        => array( 'text', __( 'Initial email address', 'storefront-elements' ) ),
		'name'         => array( 'text', __( 'Name of the field in a form', 'storefront-elements' ) ),
		'resend-after' => array( 'number', __( 'Seconds until a new code can be requested', 'storefront-elements' ) ),
		'remember-for' => array( 'number', __( 'Seconds that a login is remembered', 'storefront-elements' ) ),
		'expires'      => array( 'number', __( 'Code lifetime', 'storefront-elements' ) ),
		'expires-unit' => array(
			'choice',
			__( 'Unit of code lifetime', 'storefront-elements' ),
			array(
				'seconds'      => __( 'Seconds', 'storefront-elements' ),
				'minutes'      => __( 'Minutes', 'storefront-elements' ),
				'hours'        => __( 'Hours', 'storefront-elements' ),
				'days'         => __( 'Days', 'storefront-elements' ),
				'milliseconds' => __( 'Milliseconds', 'storefront-elements' ),
			),
		),
	) + account_attributes();
}

/** Of `<reward-claim>`. */
function reward_claim_attributes(): array {
	return array(
		'token-param'    => array( 'text', __( 'Token parameter in the address', 'storefront-elements' ) ),
		'token'          => array( 'text', __( 'Token', 'storefront-elements' ) ),
		'reward-id'      => array( 'text', __( 'Reward ID', 'storefront-elements' ) ),
		'code-id'        => array( 'text', __( 'Code ID', 'storefront-elements' ) ),
		'requires-login' => array( 'flag', __( 'Require login first', 'storefront-elements' ) ),
		'apply'          => array(
			'choice',
			__( 'Apply the code to the cart', 'storefront-elements' ),
			array(
				'click'       => __( 'When the shopper clicks', 'storefront-elements' ),
				'after-claim' => __( 'Right after the claim', 'storefront-elements' ),
				'none'        => __( 'Never', 'storefront-elements' ),
			),
		),
		'auto-claim'     => array( 'flag', __( 'Claim without a click', 'storefront-elements' ) ),
		'currency'       => array( 'text', __( 'Currency of fixed amounts', 'storefront-elements' ) ),
		'minor-units'    => array( 'flag', __( 'Fixed amounts are in cents', 'storefront-elements' ) ),
		'platform'       => array(
			'choice',
			__( 'Shop system', 'storefront-elements' ),
			array(
				'auto'        => __( 'Detect', 'storefront-elements' ),
				'woocommerce' => 'WooCommerce',
				'none'        => __( 'None', 'storefront-elements' ),
			),
		),
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
		'layout'           => array(
			'choice',
			__( 'Layout', 'storefront-elements' ),
			array(
				'feed'        => __( 'Feed', 'storefront-elements' ),
				'compact'     => __( 'Compact', 'storefront-elements' ),
				'alternating' => __( 'Left and right', 'storefront-elements' ),
				'cards'       => __( 'Cards', 'storefront-elements' ),
			),
		),
		'group-by'         => array(
			'choice',
			__( 'Group by', 'storefront-elements' ),
			array(
				'day'   => __( 'Day', 'storefront-elements' ),
				'month' => __( 'Month', 'storefront-elements' ),
				'year'  => __( 'Year', 'storefront-elements' ),
			),
		),
		'paging'           => array(
			'choice',
			__( 'Load more entries', 'storefront-elements' ),
			array(
				'auto'   => __( 'Automatic', 'storefront-elements' ),
				'button' => __( 'Button', 'storefront-elements' ),
			),
		),
		'order'            => array(
			'choice',
			__( 'Order', 'storefront-elements' ),
			array(
				'asc'  => __( 'Oldest first', 'storefront-elements' ),
				'desc' => __( 'Newest first', 'storefront-elements' ),
			),
		),
		'order-by'         => array( 'text', __( 'Order by', 'storefront-elements' ) ),
		'limit'            => array( 'number', __( 'Entries per page', 'storefront-elements' ) ),
		'min-date'         => array( 'text', __( 'First date', 'storefront-elements' ) ),
		'max-date'         => array( 'text', __( 'Last date', 'storefront-elements' ) ),
		'time-zone'        => array( 'text', __( 'Time zone', 'storefront-elements' ) ),
		'show-header'      => array( 'text', __( 'Parts of the header', 'storefront-elements' ) ),
		'scrubber'         => array( 'flag', __( 'Month slider', 'storefront-elements' ) ),
		'no-media'         => array( 'flag', __( 'Hide images and videos', 'storefront-elements' ) ),
		'media-texts'      => array( 'json', __( 'Texts for images and videos by entry ID (JSON)', 'storefront-elements' ) ),
		'no-links'         => array( 'flag', __( 'Hide links to single entries', 'storefront-elements' ) ),
		'map-url'          => array( 'url', __( 'Map link for places (URL)', 'storefront-elements' ) ),
		'refresh-interval' => array( 'number', __( 'Check for new entries every (seconds)', 'storefront-elements' ) ),
		'include-count'    => array( 'flag', __( 'Include total count', 'storefront-elements' ) ),
		'json-ld'          => array( 'flag', __( 'Add structured data', 'storefront-elements' ) ),
	);
}
