import { createHmac } from 'node:crypto'
import { storeFiles } from './attacks.ts'
import { HOME_BROWSER, type Origin, PASSWORD, type Stage } from './stage.ts'

/** A day of somebody who does nothing wrong, on the real server over HTTP. */
export type OrdinaryDay = {
  what: string
  /** Where it takes long, fewer than the others. */
  times?: number
  run: (stage: Stage, n: number) => Promise<Lived>
}
/** `refused`: requests that were not answered as they should; `enforced`: what is held, slowed or paused; `noted`: detectors that wrote something. */
export type Lived = { refused: number; enforced: string[]; noted: string[] }

const PROGRAM = 'node'
const PHOTOS = 450
const cookieOf = (name: string) => `qs-device=${createHmac('sha256', 'ordinary').update(name).digest('base64url')}`

type Owner = { email: string; userId: string; laptop: Origin; token: string }

/** Addresses of three networks in one country, and one abroad. */
function placesOf({ addresses }: Stage, n: number) {
  const german = addresses.filter(({ country }) => country === 'DE')
  const [home, mobile, office] = [0, 1, 2].map((index) => german[(n * 3 + index) % german.length])
  const away = addresses.filter(({ country }) => ['US', 'JP', 'BR'].includes(country))[n]
  if (!home || !mobile || !office || !away) throw new Error('no addresses')
  // Of the same network on another day.
  const next = (ip: string) => ip.replace(/\d+$/, (last) => String(Number(last) + 20))
  return { home: home.ip, homeLater: next(home.ip), mobile: mobile.ip, office: office.ip, away: away.ip }
}

/** Somebody who made the account at home days ago. */
async function newOwner(stage: Stage, n: number, { agent = HOME_BROWSER, isProgram = false } = {}): Promise<Owner> {
  const { email, userId } = await stage.newPerson()
  // What the test signed up with was never there.
  await stage.owner.query('delete from auth.known_devices where user_id = $1', [userId])
  const laptop: Origin = { ip: placesOf(stage, n).home, agent, ...(isProgram ? {} : { cookie: cookieOf(userId) }) }
  const token = await signIn(stage, email, laptop)
  await age(stage, userId, '3 days')
  return { email, userId, laptop, token }
}

async function age({ owner }: Stage, userId: string, by: string): Promise<void> {
  const changes = [
    `update auth.known_devices set first_seen_at = first_seen_at - interval '${by}' where user_id = '${userId}'`,
    `update auth.sessions set created_at = created_at - interval '${by}' where user_id = '${userId}'`,
    `update public.system_audit_log set created_at = created_at - interval '${by}' where user_id = '${userId}'`,
  ]
  await owner.query(['begin', 'set local session_replication_role = replica', ...changes, 'commit'].join('; '))
}

async function signIn(stage: Stage, email: string, from: Origin, password = PASSWORD): Promise<string> {
  const { body } = await stage.signIn(email, from, password)
  return String(body['access_token'])
}

async function refresh(stage: Stage, token: unknown, from: Origin): Promise<{ token: string; refreshToken: unknown }> {
  const { body } = await stage.call('/auth/v1/token?grant_type=refresh_token', from, { refresh_token: token })
  return { token: String(body['access_token']), refreshToken: body['refresh_token'] }
}

/** Asks for objects one after the other, as fast as they come. @returns how many were not given. */
async function readAll(stage: Stage, objects: readonly string[], from: Origin): Promise<number> {
  let refused = 0
  for (const name of objects)
    if ((await stage.call(`/storage/v1/object/encrypted-files/${name}`, from)).status !== 200) refused += 1
  return refused
}

async function livedBy({ owner }: Stage, userId: string, refused: number): Promise<Lived> {
  const list = async (text: string): Promise<string[]> => {
    const { rows } = await owner.query<{ name: string }>(text, [userId])
    return rows.map(({ name }) => name)
  }
  const enforced = await list('select e.action as name from public.threat_enforcements e where e.user_id = $1')
  const noted = await list('select distinct d.detector as name from public.threat_detections d where d.user_id = $1')
  return { refused, enforced, noted }
}

/** Somebody with a photo library reads all of it once more, from `from` and in the session that it is given. */
async function reading(
  stage: Stage,
  n: number,
  begin: (owner: Owner) => Promise<Origin>,
  files = PHOTOS,
): Promise<Lived> {
  const owner = await newOwner(stage, n)
  const objects = await stage.storeObjects(owner, files)
  const from = await begin(owner)
  return livedBy(stage, owner.userId, await readAll(stage, objects, from))
}

const READING: OrdinaryDay[] = [
  {
    what: 'a photo library in tiles, 450 photos',
    run: (stage, n) => reading(stage, n, async ({ laptop, token }) => ({ ...laptop, token })),
  },
  {
    what: 'a photo library in tiles, 20,000 photos',
    times: 1,
    run: (stage, n) => reading(stage, n, async ({ laptop, token }) => ({ ...laptop, token }), 20_000),
  },
  {
    what: 'an export of everything, 1,200 files',
    run: (stage, n) => reading(stage, n, async ({ laptop, token }) => ({ ...laptop, token }), 1200),
  },
  {
    what: 'a nightly check from the command line, 1,200 files, while the provider changes the address of the home',
    run: async (stage, n) => {
      const owner = await newOwner(stage, n, { agent: PROGRAM, isProgram: true })
      const { body } = await stage.signIn(owner.email, owner.laptop)
      await age(stage, owner.userId, '2 days')
      const objects = await stage.storeObjects(owner, 1200)
      const ip = placesOf(stage, n).homeLater
      const { token } = await refresh(stage, body['refresh_token'], { ip, agent: PROGRAM })
      const early = await readAll(stage, objects.slice(0, 600), { ip, agent: PROGRAM, token })
      // In the middle of it, and the token is still good.
      const again = ip.replace(/\d+$/, '99')
      const late = await readAll(stage, objects.slice(600), { ip: again, agent: PROGRAM, token })
      return livedBy(stage, owner.userId, early + late)
    },
  },
  {
    what: 'a new computer at home, whose address is another one today, reads everything',
    run: (stage, n) =>
      reading(stage, n, async ({ email, userId }) => {
        const computer = { ip: placesOf(stage, n).homeLater, agent: HOME_BROWSER, cookie: cookieOf(`new ${userId}`) }
        return { ...computer, token: await signIn(stage, email, computer) }
      }),
  },
]

const MOVING: OrdinaryDay[] = [
  {
    what: 'an iPad whose browser has another name after an update',
    run: async (stage, n) => {
      const owner = await newOwner(stage, n)
      const { body } = await stage.signIn(owner.email, owner.laptop)
      const renamed = {
        ...owner.laptop,
        agent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/26.0 Safari/605.1.15',
      }
      const { token } = await refresh(stage, body['refresh_token'], renamed)
      const objects = await stage.storeObjects(owner, PHOTOS)
      return livedBy(stage, owner.userId, await readAll(stage, objects, { ...renamed, token }))
    },
  },
  {
    what: 'a commuter in three networks',
    run: async (stage, n) => {
      const owner = await newOwner(stage, n)
      const objects = await stage.storeObjects(owner, PHOTOS)
      let { refresh_token: last }: Record<string, unknown> = (await stage.signIn(owner.email, owner.laptop)).body
      let refused = 0
      const { home, mobile, office } = placesOf(stage, n)
      for (const [index, ip] of [mobile, office, home].entries()) {
        const from = { ...owner.laptop, ip }
        const { token, refreshToken } = await refresh(stage, last, from)
        refused += await readAll(stage, objects.slice(index * 150, index * 150 + 150), { ...from, token })
        last = refreshToken
      }
      return livedBy(stage, owner.userId, refused)
    },
  },
  {
    what: 'a traveller abroad on a known device',
    run: (stage, n) =>
      reading(stage, n, async ({ email, laptop }) => {
        const abroad = { ...laptop, ip: placesOf(stage, n).away }
        return { ...abroad, token: await signIn(stage, email, abroad) }
      }),
  },
  {
    what: 'an office of 60 behind one address at nine, a tenth of them with wrong passwords first and a tenth on new laptops',
    times: 1,
    run: async (stage, n) => {
      const ip = placesOf(stage, n).office
      const all: Lived = { refused: 0, enforced: [], noted: [] }
      const people = []
      for (let index = 0; index < 60; index += 1) people.push(await stage.newPerson())
      for (const [index, { email, userId }] of people.entries()) {
        await stage.owner.query('delete from auth.known_devices where user_id = $1', [userId])
        const laptop = { ip, agent: HOME_BROWSER, cookie: cookieOf(userId) }
        if (index % 10 !== 1) await signIn(stage, email, laptop)
        if (index % 10 === 0)
          for (let tries = 0; tries < 3; tries += 1) await stage.signIn(email, laptop, 'a wrong one')
        const { status } = await stage.signIn(email, laptop)
        const lived = await livedBy(stage, userId, status === 200 ? 0 : 1)
        all.refused += lived.refused
        all.enforced.push(...lived.enforced)
        all.noted.push(...lived.noted)
      }
      return all
    },
  },
]

/** Sends a request as the app does: who is asked for the password gives it. @returns 1 when it was refused all the same. */
async function provenWhenAsked(stage: Stage, path: string, origin: Origin, body: unknown): Promise<number> {
  const first = await stage.call(path, origin, body)
  if (first.status < 400) return 0
  if (first.body['code'] !== 'QS403') return 1
  const proof = { ...origin, method: 'POST' }
  await stage.call('/auth/v1/reauthenticate', proof, { current_password: NEW_PASSWORD })
  return (await stage.call(path, origin, body)).status < 400 ? 0 : 1
}
const NEW_PASSWORD = 'another one for this run 9461'

const TIDYING: OrdinaryDay[] = [
  {
    what: 'a new password, and then 200 of 300 files into the trash and out of it for good',
    run: async (stage, n) => {
      const owner = await newOwner(stage, n)
      const token = await signIn(stage, owner.email, owner.laptop)
      const origin = { ...owner.laptop, token }
      const change = { password: NEW_PASSWORD, current_password: PASSWORD }
      const changed = await stage.call('/auth/v1/user', { ...origin, method: 'PUT' }, change)
      const ids = (await storeFiles(stage, { ...owner, token }, 300)).slice(0, 200)
      let refused = changed.status === 200 ? 0 : 1
      for (let at = 0; at < ids.length; at += 100) {
        const path = `/rest/v1/file_records?id=in.(${ids.slice(at, at + 100).join(',')})`
        const body = { trashed_at: new Date().toISOString() }
        if ((await stage.call(path, { ...origin, method: 'PATCH' }, body)).status >= 400) refused += 1
      }
      refused += await provenWhenAsked(stage, '/rest/v1/rpc/delete_forever', origin, { file_ids: ids, folder_ids: [] })
      return livedBy(stage, owner.userId, refused)
    },
  },
  {
    what: 'a manager reads, as copying does, 400 files that somebody who left had put into their team space',
    run: async (stage, n) => {
      const [manager, left] = [await newOwner(stage, n), await newOwner(stage, n)]
      const token = await signIn(stage, left.email, left.laptop)
      const ids = await storeFiles(stage, { ...left, token }, 400)
      // What a signed grant leaves behind; nobody verifies it here.
      await stage.owner.query(
        `insert into public.file_access (user_id, file_id, wrapped_key, granted_by, role, grant_text, grant_signature)
         select $1, f.id, 'x', $2, 'viewer', 'x', 'x' from public.file_records f where f.id = any ($3)`,
        [manager.userId, left.userId, ids],
      )
      const objects = ids.map((id) => `${left.userId}/${id}`)
      const refused = await readAll(stage, objects, { ...manager.laptop, token: manager.token })
      return livedBy(stage, manager.userId, refused)
    },
  },
]

export const ORDINARY_DAYS: readonly OrdinaryDay[] = [...READING, ...MOVING, ...TIDYING]
