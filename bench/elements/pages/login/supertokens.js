/** SuperTokens: its own form for a login by a mailed code, in a place of the page. */
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import SuperTokens, { SuperTokensWrapper } from 'supertokens-auth-react';
import Passwordless from 'supertokens-auth-react/recipe/passwordless';
import { PasswordlessPreBuiltUI } from 'supertokens-auth-react/recipe/passwordless/prebuiltui';
import Session from 'supertokens-auth-react/recipe/session';
import { AuthPage } from 'supertokens-auth-react/ui';

SuperTokens.init({
  appInfo: {
    appName: 'Bench',
    apiDomain: location.origin,
    apiBasePath: '/service/supertokens',
    websiteDomain: location.origin,
    websiteBasePath: '/supertokens',
  },
  recipeList: [Passwordless.init({ contactMethod: 'EMAIL' }), Session.init()],
});

createRoot(document.getElementById('login')).render(
  createElement(
    SuperTokensWrapper,
    null,
    createElement(AuthPage, { preBuiltUIList: [PasswordlessPreBuiltUI] }),
  ),
);
