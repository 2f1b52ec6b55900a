import { randomUUID } from 'node:crypto'
import { type Attack, pair, tokenOf, until, WRONG } from './attack.ts'
import { HOME_BROWSER, type Stage, TOOL } from './stage.ts'

export const signIns: readonly Attack[] = [
  {
    detector: 'account_brute_force',
    what: 'one account, a new address for each try',
    run: async (stage, n) => {
      const { email, userId } = await stage.newPerson()
      const got = await until(
        40,
        (index) => stage.signIn(email, { from: `127.20.${n}.${index + 1}` }, WRONG),
        (status) => status === 429,
      )
      return {
        isFound: await stage.hasFired('account_brute_force', userId),
        got: { what: 'tries', count: got, of: 40 },
      }
    },
  },
  {
    detector: 'credential_stuffing',
    what: 'one address, a new account for each try',
    run: async (stage, n) => {
      const from = `127.30.${n}.1`
      const got = await until(
        200,
        (index) => stage.signIn(`no${n}-${index}@example.org`, { from }, WRONG),
        (status) => status === 429,
      )
      return { isFound: await stage.hasFired('credential_stuffing', from), got: { what: 'tries', count: got, of: 200 } }
    },
  },
  {
    detector: 'password_spray',
    what: 'one network, two tries of each of 40 accounts from 40 addresses',
    run: async (stage, n) => {
      const network = stage.addresses.at(-1 - n)
      if (!network) throw new Error('no network')
      const [a, b] = network.ip.split('.')
      const tried = await until(
        80,
        (index) =>
          stage.signIn(`spray${n}-${index >> 1}@example.org`, { ip: `${a}.${b}.12.${(index >> 1) + 1}` }, WRONG),
        (status) => status === 429,
      )
      return {
        isFound: await stage.hasFired('password_spray', `AS${network.asn}`),
        got: { what: 'tries', count: tried, of: 80 },
      }
    },
  },
  {
    detector: 'new_context',
    what: 'the right password from another country, on another device',
    run: async (stage, n) => {
      const { home, abroad } = pair(stage, n)
      const { email, userId } = await stage.newPerson()
      for (let day = 0; day < 3; day += 1) await stage.signIn(email, { ip: home.ip, agent: HOME_BROWSER })
      const session = await stage.signIn(email, { ip: abroad.ip, agent: TOOL })
      const files = await stage.call('/rest/v1/file_records?select=id', { token: tokenOf(session.body) })
      return { isFound: (await stage.hasFired('new_context', userId)) && files.status === 403 }
    },
  },
  {
    detector: 'impossible_travel',
    what: 'the cookie and the password of a person, minutes later from far away by another program',
    run: async (stage, n) => {
      const { userId, token } = await farAway(stage, n, TOOL)
      const files = await stage.call('/rest/v1/file_records?select=id', { token })
      return { isFound: (await stage.hasFired('impossible_travel', userId)) && files.status === 403 }
    },
  },
  {
    detector: 'impossible_travel',
    what: 'the same in a program of the same name: noted and mailed, not held',
    run: async (stage, n) => {
      const { userId, ...thief } = await farAway(stage, n, HOME_BROWSER)
      const objects = await stage.storeObjects({ userId, token: thief.token }, 100)
      const got = await until(
        100,
        (index) => stage.call(`/storage/v1/object/encrypted-files/${objects[index] ?? ''}`, thief),
        (status) => status !== 200,
      )
      return {
        isFound: await stage.hasFired('impossible_travel', userId),
        got: { what: 'files read', count: got, of: 100 },
      }
    },
  },
]

/** A thief signs in with the cookie and the password of somebody who was at home minutes before. */
async function farAway(stage: Stage, n: number, agent: string) {
  const { email, userId } = await stage.newPerson()
  const cookie = `qs-device=${randomUUID().replaceAll('-', '')}${'0'.repeat(11)}`
  const far = ['JP', 'AU', 'BR', 'ZA', 'US', 'CN']
  const home = stage.addresses.filter(({ country }) => country === 'DE')[n % 5]
  const abroad = stage.addresses.filter(({ country }) => far.includes(country))[n]
  if (!home || !abroad) throw new Error('no two addresses')
  await stage.signIn(email, { ip: home.ip, agent: HOME_BROWSER, cookie })
  const { body } = await stage.signIn(email, { ip: abroad.ip, agent, cookie })
  return { userId, ip: abroad.ip, agent, cookie, token: tokenOf(body) }
}
