/** Beginnings of routes that ask for something else than a session, and refuse in their own way without it. */
const OTHER_PROOF: Readonly<Record<string, string>> = {
  '/rest/v1': 'rows are decided table by table, which NAV-04 asks one by one',
  '/storage/v1': 'clients of that wire expect 400, and objects have policies',
  '/links/v1': 'the secret of a link',
  '/requests/v1': 'the secret of a request',
  '/devices/v1': 'the key of a device',
  '/functions/v1/*': 'the name of a function: those that there are are routes of their own',
  '/functions/v1/stripe-webhook': 'the signature of the payment provider',
  '/realtime/v1/websocket': 'a WebSocket, whose first message says who comes',
  '/tenants/v1/exports/*/archive': 'a ticket that the operator was given',
}

/** Routes for people who have no session yet, or need none. */
export const FOR_EVERYBODY: ReadonlySet<string> = new Set([
  // Signing in and up, and what a program has to know for that.
  ...[
    'GET .well-known/jwks.json',
    'GET authorize',
    'GET callback',
    'POST callback',
    'GET captcha',
    'GET health',
    'POST kdf',
    'POST magiclink',
    'POST otp',
    'POST passkeys/authentication/options',
    'POST passkeys/authentication/verify',
    'POST recover',
    'POST resend',
    'GET settings',
    'POST signup',
    'POST sso',
    'POST sso/saml/acs',
    'GET sso/saml/finish',
    'GET sso/saml/metadata',
    'POST team/invitations/read',
    'POST token',
    'GET verify',
    'POST verify',
    'GET verify.css',
  ].map((line) => line.replace(' ', ' /auth/v1/')),
  // The public log, which everybody may compare.
  ...[
    'builds/*/proof',
    'logs/*/checkpoint',
    'logs/*/stamped/*',
    'logs/*/tile/*',
    'logs/*/timestamps',
    'logs/*/timestamps/*',
    'logs/*/timestamps/*/stamped',
    'policy',
  ].map((address) => `GET /audit/v1/${address}`),
  // Keys that verify what was signed.
  'GET /content/v1/keys',
  'GET /streams/v1/keys',
  // The site.
  'GET /documentation/v1/published',
  'GET /documentation/v1/published/parts',
  'POST /functions/v1/send-support-email',
  'GET /rest/v1',
  'GET /storage/v1/status',
  'GET /storage/v1/version',
  // Topics that are nobody's.
  'POST /realtime/v1/api/broadcast',
  'POST /realtime/v1/api/broadcast/*/events/*',
])

/** Says who else than people with a session is answered by a route; undefined: nobody. */
export function waysOpenToStrangers(route: string): 'everybody' | 'other_proof' | undefined {
  if (FOR_EVERYBODY.has(route)) return 'everybody'
  const address = route.split(' ')[1] ?? ''
  const isProven = Object.keys(OTHER_PROOF).some((start) => address === start || address.startsWith(`${start}/`))
  return isProven ? 'other_proof' : undefined
}
