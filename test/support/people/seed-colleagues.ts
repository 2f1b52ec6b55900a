import { randomUUID } from 'node:crypto'
import { createSigner, generateIdentity, publicBundle, signBundle, systemRandom, toBase64Url } from '#crypto/index.ts'

/**
 * Adds colleagues who have a vault: accounts in the default organisation with bundles that their own keys signed. Nobody ever signs in
 * as one of them, so they need no password.
 *
 * @param query as the owner of the database. @returns their addresses.
 */
export async function seedColleagues(
  query: (text: string, values: unknown[]) => Promise<unknown>,
  count: number,
): Promise<string[]> {
  const own = await makeKeys()
  const people = await Promise.all(Array.from({ length: count }, (_, at) => makePerson(at, own)))
  await query(
    `with people as (
       select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) as p (id, email, statement, signature)
     ), accounts as (
       insert into auth.users (id, email, email_confirmed_at) select id, email, now() from people
     ), profiles as (
       insert into public.profiles (user_id, tenant_id, first_name, last_name)
       select p.id, t.id, 'Colleague', split_part(p.email, '@', 1) from people p, public.tenants t where t.is_default
       on conflict (user_id) do nothing
     )
     insert into public.user_key_bundles (user_id, tenant_id, statement, signature)
     select p.id, t.id, p.statement, p.signature from people p, public.tenants t where t.is_default`,
    [
      people.map(({ id }) => id),
      people.map(({ email }) => email),
      people.map(({ statement }) => statement),
      people.map(({ signature }) => signature),
    ],
  )
  return people.map(({ email }) => email)
}

/** One set of keys serves all of them: making keys takes most of the time, and nobody compares theirs. */
async function makeKeys() {
  const identity = generateIdentity(systemRandom)
  return { keys: await publicBundle(identity), signer: await createSigner(identity, systemRandom) }
}

async function makePerson(at: number, { keys, signer }: Awaited<ReturnType<typeof makeKeys>>) {
  const id = randomUUID()
  const { text, signature } = await signBundle({ userId: id, keys, time: new Date().toISOString() }, signer)
  return { id, email: `colleague-${at}@example.org`, statement: text, signature: toBase64Url(signature) }
}
