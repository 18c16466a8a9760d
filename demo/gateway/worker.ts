// A merchant's own project has the package: export { default, GatewayState } from 'storefront-elements/gateway/cloudflare';
export { default, GatewayState } from '../../src/gateway/cloudflare.ts';
