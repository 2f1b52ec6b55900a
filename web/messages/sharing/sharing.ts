import { formatCount } from '#web/lib/format.ts'

const many = (count: number) => `${formatCount(count)} ${count === 1 ? 'file' : 'files'}`

const daysOf = (count: number) => (count === 1 ? '1 day' : `${formatCount(count)} days`)

/** The dialog that shares a file, and the page of what is shared. */
export const sharing = {
  title: (name: string) => `Share ${name}`,
  titleMany: (count: number) => `Share ${formatCount(count)} files`,
  submit: (count: number) => (count === 1 ? 'Share file' : `Share ${formatCount(count)} files`),
  submitTo: (count: number, people: number) =>
    `Share ${count === 1 ? 'file' : many(count)} with ${formatCount(people)} people`,
  sharing: 'Sharing…',
  /** Fewer than were wanted when it was stopped or failed. */
  shareOf: (done: number, count: number) => (done === count ? many(count) : `${formatCount(done)} of ${many(count)}`),
  progress: (done: number, count: number) => `${formatCount(done)} of ${many(count)} shared`,
  stop: 'Stop here',
  folder: {
    open: 'Share files in it',
    title: (name: string, count: number) => `Share ${count === 1 ? 'the file' : `all ${many(count)}`} in ${name}`,
    empty: 'There are no files in it.',
    notLater: 'This shares what is in the folder now. Files added later are not included.',
    space: 'Use a team space instead',
    look: (count: number) =>
      count === 1
        ? 'This file goes along. Look at its name and folder: of older folders, the server says which lies in which.'
        : `These ${many(count)} go along. Look through the names: of older folders, the server says which lies in which.`,
    names: 'Files that go along',
  },
  people: {
    email: 'Name or email of a colleague',
    hint: 'Somebody in your organisation; for several people, whole addresses with commas between.',
    suggested: 'Colleagues',
    whole: 'Choose a colleague from the list, or enter a whole email address.',
    yourself: 'This is your own address. The file is yours already; enter the address of somebody else.',
    found: 'People who were found',
    leftOut: (emails: readonly string[]) => `Left out: ${emails.join(', ')}.`,
    /** Under an address that nobody here uses. */
    stranger: 'You can share with people in your organisation. For somebody else, make a link, or invite them first.',
    strangerMember: 'You can share with people in your organisation. For somebody else, make a link.',
    makeLink: 'Make a link instead',
    invite: 'Invite them',
    finding: 'Looking…',
    /** Nothing is shared yet: what is asked before the first time. */
    confirm: (who: string | null, button: string) =>
      who === null
        ? `Are these the right people? Then press “${button}”.`
        : `Is ${who} the right person? Then press “${button}” again.`,
    setEnd: 'Set an end',
    ends: 'Ends after (days)',
    endsHint: 'Left empty, it ends when you stop sharing.',
    /** Above the next. */
    how: 'How it works',
    what: 'They can open and download the file. Your browser wraps its key for theirs; the server cannot read it.',
  },
  trust: {
    new: 'First contact: their keys will be remembered.',
    seen: 'The same keys as when you first opened a file of theirs.',
    chosen: 'The same keys as when you first shared with them, or as their mailed invitation named.',
    invited: 'The keys in the address that they gave you.',
    compared: 'Safety number compared',
    changed: 'Keys changed',
    moved: 'Another account',
  },
  /** In lists of several people. */
  trustShort: {
    new: 'First contact',
    seen: 'Known keys',
    chosen: 'Known keys',
    invited: 'Invited you',
    compared: 'Compared',
    changed: 'Keys changed',
    moved: 'Another account',
  },
  /** An address that led to another account before. */
  moved:
    'This address led to another account before. Somebody may have made a new account, or taken over the address. Compare the safety number; if it matches, the address leads to this account from then on.',
  safety: {
    title: 'Compare the safety number',
    how: (who: string) =>
      `Ask ${who} to look you up as well, on the Team page or when sharing. Both of you see the same 60 digits when nobody has exchanged your keys. Compare them face to face or by phone.`,
    label: 'Safety number',
    confirm: 'The numbers match',
    confirming: 'Saving…',
  },
  link: {
    title: 'Share by link',
    usual: (days: number) => `Anyone with the link can open the file as it is now, for ${daysOf(days)}.`,
    terms: 'Set end, limit or password',
    days: 'Ends after (days)',
    daysHint: (most: number) => `From 1 to ${formatCount(most)}.`,
    password: 'Password (optional)',
    passwordHint: 'It becomes part of the key. Send it separately from the link.',
    limit: 'Download limit',
    sender: 'Your name for visitors',
    senderHint: 'If you leave it empty, the page does not say who shared.',
    submit: 'Create link',
    busy: 'Creating…',
    promise:
      'Anyone with the link can open the file as it is now. The server keeps to the end date and the limit; your browser does the encryption.',
    made: 'Anyone with this link opens the file. You find the link again under “Who has access”.',
    scan: 'Scan the code to open the link on a phone.',
    address: 'Link',
    copy: 'Copy link',
    copied: 'Link copied',
    copyFailed: 'The browser did not allow copying. Select the link and copy it yourself.',
    qr: 'QR code of the link',
    another: 'Make another link',
  },
  /** A link to several files. */
  several: {
    name: (folder: string | null, count: number) => (folder === null ? many(count) : `${folder} · ${many(count)}`),
    usual: (count: number, size: string | null, days: number | null) =>
      `Anyone with the link opens ${count === 1 ? 'this file' : `these ${many(count)}`}${size === null ? '' : ` (${size})`} without an account${days === null ? '' : `, for ${daysOf(days)}`}.`,
    snapshot:
      'It opens them as they were when it was made. Files added later are not included, and a file that gets new content is no longer in it.',
    promise:
      'The server keeps to the end date and the limit; your browser does the encryption. A visit counts once for all files.',
    tooMany: (most: number) =>
      `A link opens at most ${formatCount(most)} files. Choose fewer, or download them as a ZIP, upload that and make a link to it.`,
    sealed: (done: number, count: number) => `${formatCount(done)} of ${many(count)} checked`,
    made: (count: number) =>
      `Anyone with this link opens ${count === 1 ? 'the file' : `the ${many(count)}`}. You find the link again on the Shared page.`,
    left: (open: number, count: number) => `${formatCount(open)} of ${many(count)} left`,
    which: (count: number) => `Show the ${many(count)}`,
    files: 'Files of the link',
    outside: (count: number) =>
      count === 1
        ? 'One file in the folder was added or changed since. To include it, share the folder again and make a new link.'
        : `${many(count)} in the folder were added or changed since. To include them, share the folder again and make a new link.`,
    gone: 'no longer in it',
  },
  newPassword: {
    generate: 'Generate',
    advice: 'Press Generate for one that is hard to guess.',
    copy: 'Copy password',
    copied: 'Password copied',
    copyFailed: 'The browser did not allow copying. Select the password and copy it yourself.',
  },
  /** After something was ended, while something else still opens the file. */
  remains: (ended: string, links: number, people: number) => {
    const parts = [
      people > 0 && (people === 1 ? 'One person' : `${formatCount(people)} people`),
      links > 0 && (links === 1 ? 'one link' : `${formatCount(links)} links`),
    ].filter((part) => part !== false)
    if (people === 0) return `${ended} ${links === 1 ? 'One link is' : `${formatCount(links)} links are`} still open.`
    return `${ended} ${parts.join(' and ')} can still open it.`
  },
  endedPerson: (who: string, name: string) => `${who} can no longer open ${name}.`,
  endedLink: (name: string) => `The link to ${name} is closed.`,
  access: {
    title: 'Who has access',
    onlyYou: 'Only you.',
    failed: 'The list of who has access could not be read',
    link: 'Link',
    linkWithPassword: 'Link with a password',
    made: (when: string) => `Made ${when}`,
    since: (when: string) => `Since ${when}`,
    until: (when: string) => `until ${when}`,
    untilStopped: 'no end date',
    ended: (when: string) => `ended ${when}`,
    downloads: (count: number, most: number | null) =>
      most === null
        ? `${formatCount(count)} ${count === 1 ? 'download' : 'downloads'}`
        : `${formatCount(count)} of ${formatCount(most)} ${most === 1 ? 'download' : 'downloads'}`,
    inTrash: 'Closed: in the trash',
    expired: 'Expired',
    usedUp: 'Used up',
    show: 'Show',
    change: 'Change',
    showLink: (when: string) => `Show or change the link made ${when}`,
    changed: 'Changed by the server',
    stop: 'Stop sharing',
    stopPerson: (who: string) => `Stop sharing with ${who}`,
    stopLink: (when: string) => `Stop sharing by the link made ${when}`,
    copies: 'Anyone who downloaded it keeps their copy.',
  },
  /** A link that was made before: its address again, and its terms. */
  shown: {
    title: (name: string) => `Link to ${name}`,
    expired: 'This link has expired. Set a later end to open it again.',
    usedUp: 'This link is used up. Raise its limit to open it again.',
    notKept:
      'This link was made before links were kept, so its address cannot be shown again. You can still change its end and limit, or stop sharing and make another link.',
    change: 'Change end, limit or password',
    days: 'New end (days)',
    daysHint: (most: number, until: string) =>
      `From 1 to ${formatCount(most)}, from now. Left empty, it ends on ${until}.`,
    limitHint: (count: number) =>
      `${count === 0 ? 'None was' : count === 1 ? 'One was' : `${formatCount(count)} were`} counted so far. Left empty, there is no limit.`,
    password: {
      label: 'Password',
      keep: 'Keep the password',
      other: 'Set another password',
      remove: 'Remove the password',
      without: 'No password',
      add: 'Set a password',
      typed: 'New password',
      opened: 'The address stays the same. Anyone who opened the link before may have kept the file.',
    },
    save: 'Save changes',
    saving: 'Saving…',
    failed: 'The link was not changed',
    saved: 'Link changed',
    savedText: (name: string) => `The link to ${name} has its new terms. Its address is the same.`,
  },
  stopAll: {
    title: (name: string) => `Stop sharing ${name}?`,
    text: 'Its links end at once, and the people you shared it with can no longer open it. Copies that they downloaded stay with them.',
    looking: 'Looking for links that open several files…',
    unknown: 'If a link opens it together with other files, that link ends for all of them.',
    several: (links: readonly string[]) =>
      links.length === 1
        ? `A link that opens several files ends with it, for all of them: ${links.join('')}.`
        : `Links that open several files end with it, for all of them: ${links.join('; ')}.`,
    submit: 'Stop sharing',
  },
  page: {
    title: 'Shared',
    withMe: 'Shared with me',
    withMeEmpty: 'Files shared with you will appear here',
    withMeEmptyText: 'Colleagues share with your email address.',
    byMe: 'Shared by me',
    byMeEmpty: 'Nothing shared yet',
    byMeEmptyText: 'Choose Share in the list of your files.',
    loading: 'Loading shared files',
    failed: 'Failed to fetch files',
    retry: 'Retry',
    from: (who: string) => `From ${who}`,
    unknownFile: 'A file that cannot be shown',
    download: 'Download',
    downloadFile: (name: string) => `Download and decrypt ${name}`,
    remove: 'Remove',
    removeFile: (name: string) => `Remove ${name} from this list`,
    removed: 'File removed',
    removedText: (name: string) => `${name} is no longer shared with you`,
    removeFailed: 'The file could not be removed from the list',
    /** Others took them away. */
    vanished: (names: readonly string[]) =>
      names.length === 1
        ? `${names[0] ?? ''} is no longer available to you`
        : `${formatCount(names.length)} files are no longer available to you`,
    vanishedText: 'The owner moved it to the trash or ended the sharing, or its time has run out.',
    stopPerson: (name: string, who: string) => `Stop sharing ${name} with ${who}`,
    stopLink: (name: string, when: string) => `Stop sharing ${name} by the link made ${when}`,
    showLink: (name: string, when: string) => `Show or change the link to ${name} made ${when}`,
    problem: {
      key_changed: 'The keys of this person changed. The file is not opened; ask them in person.',
      file_damaged: 'What was shared does not carry the signature of its owner. It is not opened.',
    },
  },
  number: {
    whole: (min: number, max: number) => `Enter a whole number from ${formatCount(min)} to ${formatCount(max)}.`,
  },
} as const
