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
  const people = await Promise.all(Array.from({ length: count }, (_, at) => makePerson(at)))
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

async function makePerson(at: number) {
  const id = randomUUID()
  const identity = generateIdentity(systemRandom)
  const bundle = { userId: id, keys: await publicBundle(identity), time: new Date().toISOString() }
  const signed = await signBundle(bundle, await createSigner(identity, systemRandom))
  const email = `colleague-${at}@example.org`
  return { id, email, statement: signed.text, signature: toBase64Url(signed.signature) }
}
