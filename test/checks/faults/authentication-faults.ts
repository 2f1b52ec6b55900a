import { decodeJwt, SignJWT } from 'jose'
import { json } from './broken-front.ts'
import { type Faults, stage } from './fault-stage.ts'

/** Changes nothing, although the server means to: a trigger on `table` that skips the row. */
const skipping = (event: string, table: string) =>
  stage.changing(
    `create function public.skip_row() returns trigger language plpgsql set search_path = '' as $$ begin return null; end $$;
     create trigger a_skip before ${event} on ${table} for each row execute function public.skip_row();`,
    `drop trigger a_skip on ${table}; drop function public.skip_row();`,
  )

/** Sign-in, tokens, passwords and providers. */
export const AUTHENTICATION_FAULTS: Faults = {
  'AUTH-01': {
    what: 'an address without an account is named as such',
    says: /answers 400 for an address with an account, and 404/,
    breakIt: stage.answering(async ({ path, body }, ask) => {
      const given = await ask()
      const isUnknown = path.includes('grant_type=password') && given.status === 400 && !(await isKnown(body))
      return isUnknown ? json(404, { error_code: 'user_not_found' }) : given
    }),
  },
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
  'AUTH-06': {
    what: 'tries are not counted',
    says: /30 wrong passwords/,
    breakIt: async () => {
      const { limits } = stage.server.services
      const take = limits.take.bind(limits)
      limits.take = async () => undefined
      return async () => (limits.take = take)
    },
  },
  'AUTH-07': {
    what: 'a code works twice',
    says: /a second time/,
    breakIt: stage.changing(
      `create function public.forget_step() returns trigger language plpgsql set search_path = '' as $$ begin new.last_used_step := null; return new; end $$;
       create trigger a_forget before update on auth.mfa_factors for each row execute function public.forget_step();`,
      'drop trigger a_forget on auth.mfa_factors; drop function public.forget_step();',
    ),
  },
  'AUTH-08': {
    what: 'a short password is taken',
    says: /five letters is not refused/,
    breakIt: stage.answering(async ({ path }, ask) => {
      const given = await ask()
      return path === '/auth/v1/signup' && given.status === 422 ? json(200, {}) : given
    }),
  },
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

/** Whether the body of a sign-in names an address with an account. */
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
