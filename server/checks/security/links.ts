import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type Check, type CheckContext, expectThat, passed } from '../check.ts'
import { storeProbeFile } from './probe-file.ts'

/** 128 bits, in hex and without: what nobody guesses. */
const SECRET_BYTES = 32
const MOST_TRIES = 60

type Link = { id: string; door: string; token: string }

/** SEC-18 */
export const linksResistAndEnd: Check = async (context) => {
  const link = await makeLink(context)
  const good = await open(context, link)
  expectThat(good === 200, `A shared link that is good answers ${good}`)
  const unknown = await open(context, { ...link, id: randomUUID() })
  const guessed = await open(context, { ...link, door: secret(), token: secret() })
  expectThat(unknown === 404 && guessed === 404, 'A link answers somebody who does not know its secret', {
    unknown,
    guessed,
  })
  await change(context, link, `expires_at = now() - interval '1 second'`)
  const expired = await open(context, link)
  expectThat(expired === 404 || expired === 410, 'A link opens after its time', { expired })
  await change(context, link, `expires_at = now() + interval '1 hour', revoked_at = now()`)
  const revoked = await open(context, link)
  expectThat(revoked === 404 || revoked === 410, 'A link opens after it was revoked', { revoked })
  // Last, and of another link: where all tries are used up, the right password gets nothing either.
  const tries = await guessPassword(context, await makeLink(context))
  return passed({ tries, unknown, expired, revoked })
}

const secret = (): string => randomBytes(SECRET_BYTES).toString('base64url')
const hashOf = (text: string): string => createHash('sha256').update(Buffer.from(text, 'base64url')).digest('base64url')

/** With a password, so that its guesses are counted. */
async function makeLink(context: CheckContext): Promise<Link> {
  const session = await context.people.enter(context.site)
  const { id: fileId } = await storeProbeFile(context, session, randomBytes(500))
  const link = { id: randomUUID(), door: secret(), token: secret() }
  await context.services.database.owner(
    `insert into public.share_links (id, file_id, user_id, door_hash, token_hash, handover, kdf, expires_at)
     values ($1, $2, $3, $4, $5, 'probe', '{"salt": "probe", "m": 65536, "t": 3, "p": 4, "v": 1}', now() + interval '1 hour')`,
    [link.id, fileId, session.person.id, hashOf(link.door), hashOf(link.token)],
  )
  return link
}

/** As the page of a visitor asks. @returns the status */
async function open({ site }: CheckContext, { id, door, token }: Link): Promise<number> {
  const headers = { 'x-link-door': door, 'x-link-token': token }
  return (await site.elsewhere().ask(`/links/v1/${id}/handover`, { method: 'POST', headers, body: {} })).status
}

/** @returns how many wrong passwords were looked at */
async function guessPassword(context: CheckContext, link: Link): Promise<number> {
  for (let tried = 0; tried < MOST_TRIES; tried++) {
    if ((await open(context, { ...link, token: secret() })) === 429) return tried
  }
  expectThat(false, `${MOST_TRIES} wrong passwords of one link were looked at`)
  return MOST_TRIES
}

async function change({ services: { database } }: CheckContext, { id }: Link, fields: string): Promise<void> {
  await database.owner(`update public.share_links set ${fields} where id = $1`, [id])
}
