/** What the pages written by hand and those built from kits ask the service, as ours do. */
const post = async (path, body) => {
  const response = await fetch(`/apps/rewards${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The service answered ${response.status}.`);
  return response.json();
};

export const sendCode = (email) => post('/v1/access/otp', { email });

export const verifyCode = (email, code) => post('/v1/access/otp/verify', { email, code });

export const claim = (token) => post(`/v1/rewards/grants/${encodeURIComponent(token)}/claim`, {});

export const make = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};
