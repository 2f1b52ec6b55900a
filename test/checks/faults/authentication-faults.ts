import { decodeJwt, SignJWT } from 'jose'
import { type Given, json } from './broken-front.ts'
import { type Faults, stage } from './fault-stage.ts'

/** Changes nothing, although the server means to: a trigger on `table` that skips the row. */
const skipping = (event: string, table: string) =>
  stage.changing(
    `create function public.skip_row() returns trigger language plpgsql set search_path = '' as $$ begin return null; end $$;
     create trigger a_skip before ${event} on ${table} for each row execute function public.skip_row();`,
    `drop trigger a_skip on ${table}; drop function public.skip_row();`,
  )

/** On the list of the server of these tests. */
export const BREACHED = 'password'

/** The password of a request, or none. */
const passwordIn = (body: string): string =>
  body === '' ? '' : ((JSON.parse(body) as { password?: string }).password ?? '')

/** Sign-in, tokens, passwords and providers. */
export const AUTHENTICATION_FAULTS: Faults = {
  'AUTH-01': [
    {
      what: 'an address without an account is named as such',
      says: /token\?grant_type=password answers 400 for an address with an account, and 404/,
      breakIt: stage.answering(async ({ path, body }, ask) => {
        const given = await ask()
        const isUnknown = path.includes('grant_type=password') && given.status === 400 && !(await isKnown(body))
        return isUnknown ? json(404, { error_code: 'user_not_found' }) : given
      }),
    },
    {
      what: 'who forgot a password hears whether there is an account',
      says: /\/auth\/v1\/recover answers 200 for an address with an account, and 404/,
      breakIt: stage.answering(async ({ path, body }, ask) =>
        path === '/auth/v1/recover' && !(await isKnown(body)) ? json(404, { error_code: 'user_not_found' }) : ask(),
      ),
    },
    {
      what: 'a sign-up with an address that is taken gets other words',
      says: /\/auth\/v1\/signup answers 200 for an address with an account, and 200 .* other words/,
      breakIt: stage.answering(async ({ path, body }, ask) => {
        const isTaken = path === '/auth/v1/signup' && (await isKnown(body))
        const given = await ask()
        return isTaken
          ? json(given.status, { ...(JSON.parse(given.body.toString()) as object), identities: [] })
          : given
      }),
    },
  ],
  'AUTH-02': {
    what: 'tokens are valid for a year',
    says: /valid for 315\d+ seconds/,
    breakIt: stage.answering(async ({ path }, ask) => {
      const given = await ask()
      if (!path.includes('grant_type=password') || given.status !== 200) return given
      const answer = JSON.parse(given.body.toString()) as { access_token: string }
      return json(200, { ...answer, access_token: await livingFor(answer.access_token, 365 * 86_400) })
    }),
  },
  'AUTH-03': {
    what: 'a token without a signature is taken',
    says: /without a signature/,
    breakIt: stage.answering(({ path, headers }, ask) =>
      path === '/auth/v1/user' && headers.authorization?.endsWith('.') ? json(200, {}) : ask(),
    ),
  },
  'AUTH-04': {
    what: 'the reuse of a refresh token ends nothing',
    says: /old token was used again is still refreshed/,
    also: ['AUTH-05'],
    breakIt: skipping('delete', 'auth.sessions'),
  },
  'AUTH-05': {
    what: 'signing out the other sessions ends none',
    says: /others: session 3/,
    breakIt: stage.answering(({ path }, ask) => (path.includes('scope=others') ? json(204, {}) : ask())),
  },
  'AUTH-06': [
    {
      what: 'tries are not counted',
      says: /30 wrong passwords/,
      breakIt: async () => {
        const { limits } = stage.server.services
        const take = limits.take.bind(limits)
        limits.take = async () => undefined
        return async () => (limits.take = take)
      },
    },
    {
      what: 'a refusal does not say how long it lasts',
      says: /does not say how long to wait/,
      breakIt: stage.answering(async ({ path }, ask) => {
        const given = await ask()
        const { 'retry-after': _seconds, ...headers } = given.headers
        return path.includes('grant_type=password') && given.status === 429 ? { ...given, headers } : given
      }),
    },
    {
      what: 'who guesses right is let in although it was tried too often',
      says: /right one is answered with 200, so guesses go on/,
      breakIt: stage.answering(async ({ path, body }, ask) => {
        const given = await ask()
        const isRefused = path.includes('grant_type=password') && given.status === 429
        return isRefused && !passwordIn(body).startsWith('guess ') ? json(200, {}) : given
      }),
    },
    {
      what: 'an account that was guessed at stays shut',
      says: /seconds that the refusal names, the right password is answered with 429/,
      breakIt: async () => {
        const shut = new Map<string, Given>()
        return stage.answering(async ({ path, body }, ask) => {
          if (!path.includes('grant_type=password')) return ask()
          const { email } = JSON.parse(body) as { email: string }
          const given = shut.get(email) ?? (await ask())
          if (given.status === 429) shut.set(email, given)
          return given
        })()
      },
    },
  ],
  'AUTH-07': {
    what: 'a code works twice',
    says: /a second time/,
    breakIt: stage.changing(
      `create function public.forget_step() returns trigger language plpgsql set search_path = '' as $$ begin new.last_used_step := null; return new; end $$;
       create trigger a_forget before update on auth.mfa_factors for each row execute function public.forget_step();`,
      'drop trigger a_forget on auth.mfa_factors; drop function public.forget_step();',
    ),
  },
  'AUTH-08': [
    {
      what: 'a short password is taken from who signs up',
      says: /five letters is not refused where an account is made/,
      breakIt: stage.answering(async ({ path }, ask) => {
        const given = await ask()
        return path === '/auth/v1/signup' && given.status === 422 ? json(200, {}) : given
      }),
    },
    {
      what: 'a short password is taken from who changes theirs',
      says: /five letters is not refused where it is changed/,
      breakIt: stage.answering(({ method, path, body }, ask) =>
        method === 'PUT' && path === '/auth/v1/user' && passwordIn(body) === 'short' ? json(200, {}) : ask(),
      ),
    },
    {
      what: 'a weak password is refused without a reason',
      says: /five letters is refused without its reason where an account is made/,
      breakIt: stage.answering(async ({ path }, ask) => {
        const given = await ask()
        return path === '/auth/v1/signup' && given.status === 422 ? json(422, { error_code: 'weak_password' }) : given
      }),
    },
    {
      what: 'a password of a known breach is taken',
      says: /of a known breach is not refused where it is changed/,
      breakIt: stage.answering(({ path, body }, ask) =>
        path === '/auth/v1/user' && passwordIn(body) === BREACHED ? json(200, {}) : ask(),
      ),
    },
    {
      what: 'a long password is refused',
      says: /64 letters is refused with 422 where it is changed/,
      breakIt: stage.answering(({ path, body }, ask) =>
        path === '/auth/v1/user' && passwordIn(body).length === 64 ? json(422, {}) : ask(),
      ),
    },
  ],
  'AUTH-09': {
    what: 'a token that was used is not removed',
    says: /works twice/,
    breakIt: stage.changing(
      `create function public.put_back() returns trigger language plpgsql set search_path = '' as $$ begin
         insert into auth.one_time_tokens select (old).* where exists (select from auth.users where id = old.user_id); return null; end $$;
       create trigger z_put_back after delete on auth.one_time_tokens for each row execute function public.put_back();`,
      'drop trigger z_put_back on auth.one_time_tokens; drop function public.put_back();',
    ),
  },
  'AUTH-10': {
    what: 'a provider is asked without PKCE',
    says: /not bound by PKCE/,
    breakIt: stage.answering(async ({ path }, ask) => {
      const given = await ask()
      const { location = '' } = given.headers
      if (!path.startsWith('/auth/v1/authorize')) return given
      return { ...given, headers: { ...given.headers, location: location.replace(/code_challenge_method=S256/, '') } }
    }),
  },
  'AUTH-11': {
    what: 'a password is hashed weakly',
    says: /1 of \d+ passwords are hashed more weakly/,
    breakIt: stage.changing(
      `insert into auth.users (id, email, encrypted_password) values (gen_random_uuid(), 'weak@example.test', '$argon2id$v=19$m=1024,t=1,p=1$c2FsdHNhbHQ$aGFzaA')`,
      `delete from auth.users where email = 'weak@example.test'`,
    ),
  },
  'AUTH-12': {
    what: 'a cookie can be read by scripts',
    says: /session$/,
    breakIt: stage.answering(async ({ path }, ask) => {
      const given = await ask()
      return path === '/login' ? { ...given, headers: { ...given.headers, 'set-cookie': 'session=1; Path=/' } } : given
    }),
  },
}

/** Whether a body names an address with an account. */
export async function isKnown(body: string): Promise<boolean> {
  const { email } = JSON.parse(body) as { email: string }
  const { rowCount } = await stage.server.database.owner('select from auth.users where email = $1', [email])
  return rowCount === 1
}

function livingFor(token: string, seconds: number): Promise<string> {
  const { privateKey, algorithm, kid } = stage.server.secrets.signingKey
  const claims = decodeJwt(token)
  return new SignJWT({ ...claims, exp: (claims.iat ?? 0) + seconds })
    .setProtectedHeader({ alg: algorithm, kid, typ: 'JWT' })
    .sign(privateKey)
}
