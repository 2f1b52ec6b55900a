import { randomUUID } from 'node:crypto'
import { type Attack, pair, tokenOf, until, WRONG } from './attack.ts'
import { signIns } from './sign-in-attacks.ts'
import { HOME_BROWSER, type Stage, TOOL, tune } from './stage.ts'

const sessions: Attack[] = [
  {
    detector: 'token_reuse',
    what: 'a copied refresh token, used after the person went on',
    run: async (stage) => {
      const { email, userId } = await stage.newPerson()
      const { body } = await stage.signIn(email, {})
      const refresh = (token: unknown) =>
        stage.call('/auth/v1/token?grant_type=refresh_token', {}, { refresh_token: token })
      let newest: unknown = body['refresh_token']
      for (let turn = 0; turn < 5; turn += 1) newest = (await refresh(newest)).body['refresh_token']
      await refresh(body['refresh_token'])
      return { isFound: await stage.hasFired('token_reuse', userId) }
    },
  },
  {
    detector: 'session_moved',
    what: 'a stolen refresh token, used from another country by another program',
    run: async (stage, n) => {
      const { home, abroad } = pair(stage, n)
      const { email, userId } = await stage.newPerson()
      const { body } = await stage.signIn(email, { ip: home.ip, agent: HOME_BROWSER })
      const stolen = { ip: abroad.ip, agent: TOOL }
      const moved = await stage.call('/auth/v1/token?grant_type=refresh_token', stolen, {
        refresh_token: body['refresh_token'],
      })
      const files = await stage.call('/rest/v1/file_records?select=id', { token: tokenOf(moved.body) })
      return { isFound: (await stage.hasFired('session_moved', userId)) && files.status === 403 }
    },
  },
]

const files: Attack[] = [
  {
    detector: 'mass_download',
    what: 'a stolen session reads 400 files as fast as it can',
    run: async (stage) => {
      const person = await stage.newPerson()
      const objects = await stage.storeObjects(person, 400)
      const read = (name: string) => stage.call(`/storage/v1/object/encrypted-files/${name}`, { token: person.token })
      const got = await until(
        400,
        (index) => read(objects[index] ?? ''),
        (status) => status !== 200,
      )
      return {
        isFound: await stage.hasFired('mass_download', person.userId),
        got: { what: 'files read before it was slowed down', count: got, of: 400 },
      }
    },
  },
  {
    detector: 'mass_download',
    what: 'the password on a new computer, in another network of the same country and a browser of the same name, reads 400 files',
    run: async (stage, n) => {
      const person = await stage.newPerson()
      const objects = await stage.storeObjects(person, 400)
      const german = stage.addresses.filter(({ country }) => country === 'DE')
      const [home, other] = [german[n % german.length], german[(n + 1) % german.length]]
      if (!home || !other) throw new Error('no two networks')
      for (let day = 0; day < 3; day += 1) await stage.signIn(person.email, { ip: home.ip, agent: HOME_BROWSER })
      const thief = { ip: other.ip, agent: HOME_BROWSER }
      const token = tokenOf((await stage.signIn(person.email, thief)).body)
      const got = await until(
        400,
        (index) => stage.call(`/storage/v1/object/encrypted-files/${objects[index] ?? ''}`, { ...thief, token }),
        (status) => status !== 200,
      )
      return {
        isFound: await stage.hasFired('mass_download', person.userId),
        got: { what: 'files read before it was slowed down', count: got, of: 400 },
      }
    },
  },
  {
    detector: 'slow_exfiltration',
    what: 'a stolen session reads 800 files of a day, with the detector of fast reading off',
    run: async (stage) => {
      const person = await stage.newPerson()
      const objects = await stage.storeObjects(person, 800)
      await tune(stage.owner, 'mass_download', 'off')
      const got = await until(
        800,
        (index) => stage.call(`/storage/v1/object/encrypted-files/${objects[index] ?? ''}`, { token: person.token }),
        (status) => status !== 200,
      )
      await tune(stage.owner, 'mass_download', 'enforce')
      return {
        isFound: await stage.hasFired('slow_exfiltration', person.userId),
        got: { what: 'files read', count: got, of: 800 },
      }
    },
  },
  {
    detector: 'mass_destruction',
    what: 'a stolen session deletes 200 files for good, one by one',
    run: async (stage) => {
      const person = await stage.newPerson()
      const ids = await storeFiles(stage, person, 200)
      const remove = (id: string) =>
        stage.call('/rest/v1/rpc/delete_forever', { token: person.token }, { file_ids: [id], folder_ids: [] })
      const got = await until(
        200,
        (index) => remove(ids[index] ?? ''),
        (status) => status >= 400,
      )
      return {
        isFound: await stage.hasFired('mass_destruction', person.userId),
        got: { what: 'files lost', count: got, of: 200 },
      }
    },
  },
  {
    detector: 'canary',
    what: 'a stolen session opens a file that is a canary',
    run: async (stage) => {
      const person = await stage.newPerson()
      const [id] = await storeFiles(stage, person, 1)
      await stage.owner.query(
        'insert into public.canaries (user_id, tenant_id, file_id) select user_id, tenant_id, id from public.file_records where id = $1',
        [id],
      )
      const answer = await stage.call(`/storage/v1/object/encrypted-files/${person.userId}/${id}`, {
        token: person.token,
      })
      return { isFound: (await stage.hasFired('canary', person.userId)) && answer.status !== 200 }
    },
  },
  {
    detector: 'recovered_then_export',
    what: 'a day after a password reset, 100 files are read',
    run: async (stage) => {
      const person = await stage.newPerson()
      await stage.owner.query(`select audit.record('password.reset', 'auth', $1, 'reset', 'success', 'high', '{}')`, [
        person.userId,
      ])
      const objects = await stage.storeObjects(person, 100)
      const read = (name: string) => stage.call(`/storage/v1/object/encrypted-files/${name}`, { token: person.token })
      const got = await until(
        100,
        (index) => read(objects[index] ?? ''),
        (status) => status !== 200,
      )
      return {
        isFound: await stage.hasFired('recovered_then_export', person.userId),
        got: { what: 'files read', count: got, of: 100 },
      }
    },
  },
]

const probes: Attack[] = [
  {
    detector: 'privilege_change',
    what: 'the session of an owner, seconds old, makes somebody an administrator',
    run: async (stage) => {
      const [owner, friend] = [await stage.newPerson(), await stage.newPerson()]
      await stage.owner.query(
        `insert into public.enterprise_user_roles (user_id, tenant_id, role)
         select user_id, tenant_id, 'owner' from public.profiles where user_id = $1 on conflict do nothing`,
        [owner.userId],
      )
      const given = await stage.call(
        '/rest/v1/rpc/set_member_role',
        { token: owner.token },
        { person: friend.userId, role: 'admin' },
      )
      if (given.status >= 400) throw new Error(`the role was not given: ${given.status}`)
      return { isFound: await stage.hasFired('privilege_change', owner.userId) }
    },
  },
  {
    detector: 'link_scraping',
    what: 'one address tries 100 links that do not exist',
    run: async (stage, n) => {
      const from = `127.40.${n}.1`
      const got = await until(
        100,
        () => stage.call(`/links/v1/${randomUUID()}/door`, { from }, {}),
        (status) => status === 429,
      )
      return { isFound: await stage.hasFired('link_scraping', from), got: { what: 'links tried', count: got, of: 100 } }
    },
  },
  {
    detector: 'probing',
    what: 'a session asks for 100 files of others',
    run: async (stage) => {
      const { userId, token } = await stage.newPerson()
      const probe = () => stage.call(`/storage/v1/object/encrypted-files/${randomUUID()}/${randomUUID()}`, { token })
      let got = 0
      for (; got < 100; got += 1) if ((await probe()).body['code'] === 'StepUpRequired') break
      return { isFound: await stage.hasFired('probing', userId), got: { what: 'files asked for', count: got, of: 100 } }
    },
  },
  {
    detector: 'audit_export',
    what: 'a new session reads 8,000 events of the audit log',
    run: async (stage) => {
      const { userId, token } = await stage.newPerson()
      await stage.owner.query(
        `insert into public.system_audit_log (tenant_id, event_type, event_category, action, user_id)
         select p.tenant_id, 'logout', 'auth', 'logout', p.user_id from public.profiles p, generate_series(1, 1000) where p.user_id = $1`,
        [userId],
      )
      for (let page = 0; page < 8; page += 1)
        await stage.call('/rest/v1/system_audit_log?select=id&limit=1000', { token })
      return { isFound: await stage.hasFired('audit_export', userId) }
    },
  },
]

/** Objects with a record each. @returns the ids of the records. */
export async function storeFiles(
  stage: Stage,
  person: { userId: string; token: string },
  count: number,
): Promise<string[]> {
  const objects = await stage.storeObjects(person, count)
  const ids = objects.map((name) => name.split('/')[1] ?? '')
  await stage.owner.query(
    `insert into public.file_records (id, user_id, tenant_id, file_name, original_name, file_size, mime_type, encryption_key, storage_path, content_id)
     select split_part(name, '/', 2)::uuid, $1::uuid, (select tenant_id from public.profiles where user_id = $1::uuid), 'x', 'x', 1, 'x', 'x', name, gen_random_uuid()
     from unnest($2::text[]) as name`,
    [person.userId, objects],
  )
  return ids
}

/** Its subject is the whole installation, so it can be tried once in a run, and comes last. */
export const DISTRIBUTED: Attack = {
  detector: 'distributed_stuffing',
  what: '300 addresses, each with another account',
  run: async (stage) => {
    await tune(stage.owner, 'distributed_stuffing', 'enforce')
    const got = await until(
      300,
      (index) => stage.signIn(`all${index}@example.org`, { from: `127.50.${index >> 7}.${(index & 127) + 1}` }, WRONG),
      (status) => status === 429,
    )
    return {
      isFound: await stage.hasFired('distributed_stuffing', 'installation'),
      got: { what: 'tries', count: got, of: 300 },
    }
  },
}

/** What is tried over HTTP. */
export const ATTACKS: readonly Attack[] = [...signIns, ...sessions, ...files, ...probes]
