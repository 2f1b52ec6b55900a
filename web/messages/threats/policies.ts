import type { Exporters, SignInWays } from '#contract/organisation/policies.ts'
import { formatCount } from '#web/lib/format.ts'
import { pageWords } from '../languages/page-words.ts'

const hours = (count: number): string =>
  count > 0 && count % 24 === 0 ? days(count / 24) : `${formatCount(count)} ${count === 1 ? 'hour' : 'hours'}`
const days = (count: number): string => (count === 1 ? '1 day' : `${formatCount(count)} days`)
const links = (count: number): string => (count === 1 ? '1 link' : `${formatCount(count)} links`)
const requests = (count: number): string => (count === 1 ? '1 request' : `${formatCount(count)} requests`)

/** @param without at least one */
const some = (without: number, people: number): string => {
  if (people === 1) return 'The one person here has'
  return `${formatCount(without)} of ${formatCount(people)} people ${without === 1 ? 'has' : 'have'}`
}

const lacking =
  (withAll: string, missing: string) =>
  (without: number, people: number): string =>
    without === 0
      ? withAll
      : `${some(without, people)} ${missing}. From that day on they get nothing from their vault until they sign in that way.`

/** Rules of the organisation, sessions of everybody in it, and what people read of both. */
export const policies = pageWords('policies', {
  views: { label: 'Security of the organisation', threats: 'Threats', sessions: 'Sessions', policies: 'Rules' },
  retry: 'Retry',
  /** Instead of the vault, until there is a second factor. */
  required: {
    title: 'A second factor is required',
    lead: (organisation: string) =>
      `${organisation} requires everybody to sign in with a second factor. Your files are where they were; set one up to open them.`,
    app: 'Set up an authenticator app',
    appHint: 'An app on your phone shows a code that you type after signing in.',
    passkey: 'Add a passkey and sign in with it',
    passkeyHint: 'Your device or a security key confirms that it is you.',
    leadPasskey: (organisation: string) =>
      `${organisation} requires everybody to sign in with a second factor. Your account has a passkey: sign in with it to open your files.`,
    signInByPasskey: 'Sign in with your passkey',
    lostPasskey: 'If you lost your passkey, ask the administrator of this server to remove it.',
    noPasskeyToAdd: 'This browser does not support passkeys. Sign in with one that does, and add a passkey there.',
    noPasskeysHere: 'This browser does not support passkeys. Sign in where your passkey is.',
    signOut: 'Sign out',
  },
  /** Instead of the vault, for a session that was opened by a way that the organisation does not take. */
  requiredWay: {
    title: 'Sign in another way',
    lead: {
      passkey: (organisation: string) =>
        `${organisation} requires everybody to sign in by passkey. Your files are where they were.`,
      provider: (organisation: string) =>
        `${organisation} requires everybody to sign in by an identity provider. Your files are where they were.`,
      either: (organisation: string) =>
        `${organisation} requires everybody to sign in by passkey or by an identity provider. Your files are where they were.`,
    } satisfies Record<SignInWays, (organisation: string) => string>,
    providers: 'Sign in by an identity provider',
    ownProviderHint: 'Choose the one that is linked with this account.',
    providersHint: 'It has to know you by the address of this account.',
  },
  strip: (when: string) => `From ${when} your organisation requires a second factor.`,
  stripWays: {
    passkey: (when: string) => `From ${when} your organisation requires you to sign in by passkey.`,
    provider: (when: string) =>
      `From ${when} your organisation requires you to sign in by an identity provider. Sign in by it once before then.`,
    either: (when: string) =>
      `From ${when} your organisation requires you to sign in by passkey or by an identity provider.`,
  } satisfies Record<SignInWays, (when: string) => string>,
  stripSession: 'This session was opened another way: from that day on it opens nothing.',
  stripWaysAction: 'Add a passkey',
  stripAction: 'Set one up',
  shortStrip: (least: number) =>
    `Your organisation requires at least ${formatCount(least)} characters; your password is shorter.`,
  shortAction: 'Change it',
  links: {
    none: 'Your organisation does not allow links.',
    rule: (parts: readonly string[]) => `Rule of your organisation: ${parts.join(', ')}.`,
    password: 'a link has a password',
    days: (count: number) => `it ends within ${days(count)}`,
    downloads: (count: number) => (count === 1 ? 'one download at most' : `${formatCount(count)} downloads at most`),
    passwordLabel: 'Password',
    noRequests: 'Your organisation does not allow requests for files.',
  },
  rules: {
    title: 'Rules',
    lead: 'They apply to everybody in the organisation, including those who set them. The server refuses what breaks them, except for two things that only the browser can check: how long the password of a vault is, and that the password of a link is not empty.',
    loading: 'Loading the rules',
    failed: 'The rules could not be loaded',
    last: (who: string, when: string) => `Changed last by ${who}, ${when}`,
    never: 'Nobody has set a rule yet.',
    signIn: 'Signing in',
    factor: 'Require a second factor',
    factorHint: (without: number, people: number) =>
      without === 0
        ? 'Everybody has an authenticator app or a passkey already.'
        : `${some(without, people)} neither an authenticator app nor a passkey. From that day on they get nothing from their vault until they set one up.`,
    factorHintApp: (without: number, people: number) =>
      without === 0
        ? 'Everybody has an authenticator app already. A passkey is no second factor where identity providers alone are taken.'
        : `${some(without, people)} no authenticator app, and a passkey is no second factor where identity providers alone are taken. From that day on they get nothing from their vault until they set one up.`,
    factorFrom: 'From',
    factorToo: 'Choose the day after tomorrow or later, so that nobody is locked out at once.',
    ways: 'Ways to sign in',
    waysOf: {
      passkey: 'Passkey alone',
      provider: 'Identity provider alone',
      either: 'Passkey or identity provider',
    } satisfies Record<SignInWays, string>,
    everyWay: 'Every way',
    waysFrom: 'These ways count from',
    waysHint: {
      passkey: lacking('Everybody has a passkey already.', 'no passkey'),
      provider: lacking('Everybody has a linked identity provider already.', 'no linked identity provider'),
      either: lacking(
        'Everybody has a passkey or a linked identity provider already.',
        'neither a passkey nor a linked identity provider',
      ),
    } satisfies Record<SignInWays, (without: number, people: number) => string>,
    waysSuspended: (when: string) =>
      `The rule that counts today ends when you save. Every way opens the vault again until ${when}.`,
    waysNote: 'The command line signs in with the password, so from that day on it opens no vault of the organisation.',
    providerNote: 'Where an identity provider may be away, allow passkeys as well.',
    ownWayFirst: 'First sign in yourself by a way that you require: sign out, and sign in by it.',
    ownFirst: 'First set up a second factor of your own, and sign in with it.',
    ownAction: 'Open Security',
    password: 'Shortest password',
    passwordHint: 'Checked when a password is set. Anybody with a shorter one is asked to change it.',
    characters: (count: number) => `${formatCount(count)} characters`,
    usual: (what: string) => `${what} (server default)`,
    idle: 'A session ends without use after',
    longest: 'A session ends in any case after',
    hours,
    days,
    sharing: 'Sharing with people outside',
    inside: 'Files are shared with people of this organisation alone. Links and requests are the ways to others.',
    allowsLinks: 'Allow links',
    linksStay: (count: number, open: number) =>
      count === 0
        ? 'No links are active.'
        : `${links(count)} ${count === 1 ? 'is' : 'are'} active${open === 0 ? '' : `, ${formatCount(open)} without a password`}. They stay as they are, and nobody can extend one beyond the rules.`,
    needsPassword: 'A link needs a password',
    linkDays: 'A link ends within',
    linkDownloads: 'Downloads of a link',
    downloads: (count: number) => `${formatCount(count)} at most`,
    noLimit: 'No limit',
    guestLinks: 'Guests may make links',
    guestDays: 'Guests whom the identity provider marks stay',
    noGuests: 'It makes nobody a guest',
    allowsRequests: 'Allow requests for files',
    requestsStay: (count: number) =>
      count === 0 ? 'No request is open now.' : `${requests(count)} open now. They stay open until they end.`,
    exports: 'Exports',
    exportsBy: 'Lists and records are saved as files by',
    exporters: { readers: 'Everybody who may read them', owners: 'Owners alone' } satisfies Record<Exporters, string>,
    exportsHint:
      'The audit log, contacts, deals, partners, training, access reviews, invoices and test results. Those who may read them can still copy what the screen shows, and the audit log is saved by the page itself, which asks the server first.',
    changes: 'What changes',
    change: (name: string, before: string, after: string) => `${name}: ${before} → ${after}`,
    on: 'yes',
    off: 'no',
    save: 'Save rules',
    saving: 'Saving…',
    undo: 'Undo',
    saved: 'The rules are saved',
    savedText: 'They apply at once, a second factor and ways to sign in from their day on.',
    saveFailed: 'The rules could not be saved',
    conflict: (who: string) =>
      `${who} changed the rules meanwhile, so nothing of yours was saved. What you see now has their changes. Look at yours again, and save.`,
  },
  sessions: {
    title: 'Everyone’s sessions',
    lead: 'Where people of the organisation are signed in, most recently used first.',
    loading: 'Loading sessions',
    failed: 'The sessions could not be loaded',
    none: 'Nobody is signed in',
    noneText: 'Sessions appear here when people sign in.',
    row: (who: string, device: string) => `${who}, ${device}`,
    detail: (parts: readonly string[]) => parts.join(' · '),
    used: (when: string) => `used ${when}`,
    started: (when: string) => `since ${when}`,
    factor: 'Second factor',
    held: 'Held',
    current: 'This session',
    end: 'End',
    endOf: (who: string, device: string) => `End a session of ${who}, ${device}`,
    owner: 'Only an owner can end sessions of an owner.',
    ask: (who: string) => `End sessions of ${who}`,
    choice: 'Which sessions',
    one: 'This session',
    oneHint: (device: string, when: string) => `${device}, used ${when}.`,
    all: 'All sessions',
    allHint: 'Everywhere they are signed in. Your own session here stays.',
    askText: 'They are notified, and have to sign in again. What they had not saved may be lost.',
    submit: 'End',
    busy: 'Ending…',
    done: (count: number) => (count === 1 ? 'The session has ended' : `${formatCount(count)} sessions have ended`),
    gone: 'There was nothing left to end',
    endFailed: 'The session could not be ended',
  },
  ledger: {
    title: 'Audit ledger',
    lead: 'This browser checks whether the log of the organisation continues what it saw before.',
    open: 'Open the audit log',
  },
})
