import { css } from 'lit';

/**
 * The custom properties of well-known themes that serve as our defaults. The elements inherit them from the page, and from
 * a section with another colour scheme.
 *
 * - Dawn: Shopify/dawn 15.4.1, `layout/theme.liquid` and `assets/base.css`
 * - Horizon: Shopify/horizon 4.1.3, `snippets/color-palette.liquid`, `snippets/theme-styles-variables.liquid` and
 *   `assets/base.css`
 * - WordPress: WordPress/WordPress 2caa789, `wp-content/themes/twentytwentytwo/theme.json` and
 *   `twentytwentythree/theme.json`. The buttons of Twenty Twenty-Four and Twenty Twenty-Five have the text colour, like ours.
 * - WooCommerce: woocommerce/woocommerce 049f8b1, `plugins/woocommerce/client/legacy/css/_variables.scss`
 * - Bootstrap: bootstrap 5.3.9 from npm, `scss/_root.scss`
 *
 * woocommerce/storefront 4.5.4 and bigcommerce/cornerstone 6.21.0 define none.
 */
export const themeStyles = css`
  :host {
    /* Dawn's colours are triples such as 18,18,18. Other themes have a --color-button too, but not with the alpha. */
    --dawn-button: rgba(var(--color-button), var(--alpha-button-background));
    --dawn-button-text: rgba(var(--color-button-text), var(--alpha-button-background));
    --theme-button: var(
      --dawn-button,
      var(--color-primary-button-background, var(--wp--preset--color--primary, var(--bs-primary)))
    );
    --theme-button-text: var(--dawn-button-text, var(--color-primary-button-text));
    --button-radius: var(
      --storefront-radius,
      var(--buttons-radius, var(--style-border-radius-buttons-primary, var(--bs-border-radius, 0.5em)))
    );
    --button-weight: var(--font-body-weight, var(--font-paragraph--weight, var(--bs-body-font-weight, 600)));
    --field-radius: var(
      --storefront-radius,
      var(
        --inputs-radius,
        var(--style-border-radius-inputs, var(--wc-form-border-radius, var(--bs-border-radius, 0.5em)))
      )
    );
    --field-border: var(
      --inputs-border-width,
      var(--style-border-width-inputs, var(--wc-form-border-width, var(--bs-border-width, 2px)))
    );
    --radius: var(--storefront-radius, var(--media-radius, var(--bs-border-radius, 0.5em)));
    --heading-font: var(--font-heading-family, var(--font-h3--family, inherit));
    --heading-weight: var(--font-heading-weight, var(--font-h3--weight, 600));
    --danger: var(--storefront-danger, var(--bs-danger, #d5202a));
  }
`;
