// In a project of your own: export { default, GatewayState } from 'storefront-gateway/cloudflare';
export { default, GatewayState } from '../../src/gateway/cloudflare.ts';
