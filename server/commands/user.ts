import { refuseEmpty } from '../backup/backup-keys.ts'
import {
  addAccount,
  makeAdministrator,
  type OperatorLink,
  resetPassword,
  resetSecondFactor,
  restore,
  signOut,
  suspend,
} from '../auth/admin/operator.service.ts'
import { type ListedAccount, listAccounts } from '../auth/admin/operator.sql.ts'
import { type AuthContext, createAuthContext } from '../auth/context.ts'
import { email as emailShape } from '../auth/schemas.ts'
import { type Config, readConfig } from '../config.ts'
import type { Database } from '../db/database.ts'
import { createCallers } from '../http/caller.ts'
import { RateLimits } from '../http/rate-limits.ts'
import { createMail } from '../mail/mail.ts'
import { Outbound } from '../outbound/outbound.ts'
import { reachSecretStore } from '../secret-store/open-store.ts'
import { loadSecrets } from '../secrets.ts'
import { createSms } from '../sms/sms.ts'
import { Threats } from '../threats/threats.ts'
import { openBeside } from './open-beside.ts'
import { counted, NotUnderstood, readWords, runCommand, unknownCommand } from './run-command.ts'

const USAGE = `Accounts of this server, beside it or while it does not run. Every change is in the audit log, as the operator's.

  npm run user -- list [--json]                  all accounts, and how they stand
  npm run user -- create <email>                 makes an account and prints the link that its owner chooses a password with
  npm run user -- invite <email>                 the same, and mails the link
  npm run user -- reset-password <email> [--print]   mails a link to choose another password, or prints it
  npm run user -- reset-second-factor <email>    removes the second factors of somebody who lost theirs, and tells them
  npm run user -- suspend <email>                ends all sessions, and lets nobody sign in
  npm run user -- restore <email>                takes that back
  npm run user -- sign-out <email>               ends all sessions
  npm run user -- make-admin <email>             makes somebody of the organisation that runs the installation its super admin

None of this opens a vault. Files open with the keys of their owners, which this server does not have: after a new password they need
their recovery words, a passkey that opens the vault, or the people whom they allowed to help.`

const { values, positionals } = readWords(
  {
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      print: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  },
  USAGE,
)

const CLOSED =
  'The vault stays closed until its owner opens it: with the recovery words, a passkey, or the people who may help.'

type Command = (context: AuthContext, email: string) => Promise<void>
const commands: Readonly<Record<string, Command>> = {
  create: async (context, email) => {
    const link = await addAccount(context, { email, isMailed: false })
    if (link) printLink(link)
  },
  invite: async (context, email) => {
    await addAccount(context, { email, isMailed: true })
    console.log(`The invitation to ${email} ${whenMailed(context)}`)
  },
  'reset-password': async (context, email) => {
    const { link, hasVault } = await resetPassword(context, { email, isMailed: !values.print })
    if (link) printLink(link)
    else console.log(`The link to ${email} ${whenMailed(context)}`)
    if (hasVault) console.log(CLOSED)
  },
  'reset-second-factor': async (context, email) => {
    const removed = await resetSecondFactor(context, email)
    console.log(
      removed === 0
        ? `${email} has no second factor.`
        : `${removed} removed. A mail about it goes to ${email}, if that address is confirmed.`,
    )
  },
  suspend: async (context, email) => {
    await suspend(context, email)
    console.log(`${email} is signed out everywhere and cannot sign in.`)
  },
  restore: async (context, email) => {
    await restore(context, email)
    console.log(`${email} can sign in.`)
  },
  'make-admin': async (context, email) => {
    const isNew = await makeAdministrator(context, email)
    console.log(`${email} is ${isNew ? 'now' : 'already'} super admin of this installation.`)
  },
  'sign-out': async (context, email) => {
    console.log(`${counted(await signOut(context, email), 'session')} of ${email} ended.`)
  },
}

/** What makes a link. */
const LINKING: ReadonlySet<string> = new Set(['create', 'invite', 'reset-password'])

await runCommand(USAGE, async () => {
  const [name = '', address, ...more] = positionals
  if (values.help) return console.log(USAGE)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (name !== 'list' && !command) throw unknownCommand(positionals.slice(0, 1))
  const email = emailShape.safeParse(address)
  if (command && (!email.success || more.length > 0))
    throw new NotUnderstood(`${name} takes one address, such as ada@example.org.`)
  if (!command && address !== undefined) throw new NotUnderstood('list takes no address: it shows all accounts.')
  const config = readConfig(process.env)
  // With both, nothing of the installation has to lie in the folder.
  if (!config.databaseUrl || !config.secretsKey) refuseEmpty(config.dataDir)
  const { database, close } = await openBeside(config)
  try {
    if (!command || !email.success) return list(await listAccounts(database))
    const { context, end } = await contextOf(config, database)
    if (LINKING.has(name)) warnOfLocalhost(config)
    await command(context, email.data).finally(end)
  } finally {
    await close()
  }
})

async function contextOf(config: Config, database: Database) {
  const secrets = await loadSecrets(await reachSecretStore(config, (work) => database.asOwner(work)))
  const own = { config, database, secrets }
  const mail = createMail(own)
  const context = createAuthContext({
    ...own,
    mail,
    sms: createSms({ config, secrets, mailbox: mail.mailbox }),
    callers: createCallers(own),
    limits: new RateLimits(own),
    threats: new Threats(own),
    outbound: new Outbound(config.outbound),
  })
  return { context, end: () => mail.close() }
}

function warnOfLocalhost({ publicUrl }: Config): void {
  if (new URL(publicUrl).hostname !== 'localhost') return
  console.error(
    `The link leads to ${publicUrl}, which works on this machine alone. Give this command the PUBLIC_URL of the server.`,
  )
}

function printLink({ url, lifeSeconds }: OperatorLink): void {
  const hours = lifeSeconds / 3600
  console.log(
    `Hand this link to the owner of the account alone; who opens it can sign in. It works once, within ${hours === 1 ? 'an hour' : `${hours} hours`}:`,
  )
  console.log(url)
}

function whenMailed({ mail }: AuthContext): string {
  return mail.mailbox
    ? 'goes to the local mailbox, because SMTP_URL is not set; --print, or create, prints the link instead.'
    : 'is mailed as soon as the server runs.'
}

function list(accounts: readonly ListedAccount[]): void {
  if (values.json) return console.log(JSON.stringify(accounts, null, 2))
  for (const { email, state, organisation, roles, has_vault: hasVault, last_sign_in_at: last, ...has } of accounts) {
    const signedIn = last ? `signed in ${last.toISOString().slice(0, 10)}` : 'never signed in'
    const ways = [
      counted(has.second_factors, 'second factor'),
      counted(has.passkeys, 'passkey'),
      counted(has.sessions, 'session'),
    ].join(', ')
    const where =
      organisation === null ? 'no organisation' : `${organisation}${roles.length > 0 ? ` (${roles.join(', ')})` : ''}`
    console.log([email ?? has.id, state, where, hasVault ? 'vault' : 'no vault', signedIn, ways].join('  '))
  }
  console.log(counted(accounts.length, 'account'))
}
