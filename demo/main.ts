import path from 'node:path'
import { parseArgs } from 'node:util'
import { DEMO_ORGANISATION, DEMO_PEOPLE, type DemoProgress } from '#contract/organisation/demo.ts'
import { fillDemo } from './fill.ts'
import { type Accounts, beginFolder, keepAccounts, noteProcess, readAccounts, removeFolder, stateOf } from './folder.ts'
import { type DemoPerson, signUpPeople } from './people.ts'
import { type StartedServer, startServer } from './server.ts'

const USAGE = `Starts a server of its own with an invented organisation in it, to try the product.

  npm run demo                   makes it in .data/demo at the first run, and serves it
  npm run demo -- --people 12    with fewer people than ${DEMO_PEOPLE.max}
  npm run demo -- --fill         makes it, and does not serve it
  npm run demo -- --remove       deletes it

PORT is another port than 3000, DEMO_DIR another folder.`

const DAYS = 30
const SIGNALS = ['SIGINT', 'SIGTERM'] as const
const { values } = parseArgs({
  options: {
    people: { type: 'string', default: String(DEMO_PEOPLE.max) },
    fill: { type: 'boolean', default: false },
    remove: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const folder = path.resolve(process.env['DEMO_DIR'] ?? path.join(import.meta.dirname, '../.data/demo'))
const port = Number(process.env['PORT'] ?? 3000)
let running: StartedServer | undefined

try {
  if (values.help) console.log(USAGE)
  else if (values.remove) remove()
  else await serve()
} catch (error) {
  await running?.stop()
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

function remove(): void {
  const state = stateOf(folder)
  removeFolder(folder)
  console.log(state === 'none' ? `There is no demo in ${folder}.` : `${folder} is deleted.`)
}

async function serve(): Promise<void> {
  const state = stateOf(folder)
  if (state === 'foreign') throw new Error(`${folder} was not made by the demo. Set DEMO_DIR to another folder.`)
  if (state === 'half') {
    console.log('The demo was not finished the last time, and is made again from the beginning.')
    removeFolder(folder)
  }
  if (state !== 'filled') await make()
  const kept = readAccounts(folder)
  if (kept.url !== `http://localhost:${port}`)
    throw new Error(`The demo was made for ${kept.url}. Set PORT to that, or delete it with --remove.`)
  if (values.fill) {
    console.log(introduction(kept))
    return
  }
  for (const signal of SIGNALS) process.on(signal, () => void running?.stop())
  const server = await start(false)
  console.log(introduction(kept))
  process.exitCode = (await server.ended) ?? 0
  noteProcess(folder, undefined)
}

async function start(isFilling: boolean): Promise<StartedServer> {
  running = startServer(folder, { port, isFilling })
  noteProcess(folder, running.pid)
  await running.ready
  return running
}

async function make(): Promise<void> {
  const count = Number(values.people)
  if (!Number.isInteger(count) || count < DEMO_PEOPLE.min || count > DEMO_PEOPLE.max)
    throw new RangeError(`A demo has ${DEMO_PEOPLE.min} to ${DEMO_PEOPLE.max} people.`)
  const url = `http://localhost:${port}`
  const beganMs = performance.now()
  beginFolder(folder)
  console.log(`Making ${DEMO_ORGANISATION} in ${folder}. Ctrl-C ends that; the next run makes it again.`)
  for (const signal of SIGNALS) process.on(signal, cancel)
  const server = await start(true)
  const people = await signUpPeople({ url }, count, (done) => say({ step: 'people', done, total: count }))
  await fillDemo(people, { url, days: DAYS }, say)
  await server.stop()
  for (const signal of SIGNALS) process.off(signal, cancel)
  noteProcess(folder, undefined)
  keepAccounts(folder, accountsOf(url, people))
  console.log(`\nMade in ${Math.round((performance.now() - beganMs) / 1000)} seconds.`)
}

function cancel(): void {
  void running?.stop().then(() => {
    noteProcess(folder, undefined)
    console.log('\nCancelled. The next run makes it again from the beginning; --remove deletes what is there.')
    process.exit(130)
  })
}

function say({ step, done, total }: DemoProgress): void {
  const text = total > 1 ? `${step}: ${done} of ${total}` : step
  if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${text}`)
  else console.log(text)
}

function accountsOf(url: string, people: readonly DemoPerson[]): Accounts {
  const words = ['owner', 'administrator, who manages growth and sales', 'member']
  const shown = people.slice(0, words.length)
  return {
    url,
    accounts: shown.map(({ email, password }, at) => ({ who: words[at] ?? '', email, password })),
  }
}

function introduction({ url, accounts }: Accounts): string {
  const rows = accounts.map(({ who, email, password }) => `  ${email}  ${password}  (${who})`)
  return [
    `${DEMO_ORGANISATION}: ${url}/login`,
    'Its people are invented. What they did happened while it was made: no time of the audit log is older.',
    ...rows,
  ].join('\n')
}
