import { formatCount } from '#web/lib/format.ts'

/** One task in a few steps. `to` is the page where it is done. */
export type Guide = { id: string; title: string; steps: readonly string[]; to?: { path: string; label: string } }
export type GuideTopic = { title: string; guides: readonly Guide[] }

const MY_FILES = { path: '/dashboard', label: 'Open My Files' }
const SECURITY = { path: '/dashboard/security', label: 'Open Security' }

/** What works today, nothing else: a guide is written in the change that makes its subject work. */
const topics: readonly GuideTopic[] = [
  {
    title: 'Files',
    guides: [
      {
        id: 'upload',
        title: 'Upload files',
        steps: [
          'Open My Files and drop files anywhere on the page, or press Upload and choose them. The largest file is written on the drop zone.',
          'Your browser encrypts each file before it leaves the computer. The panel at the lower right shows how far it is.',
          'The file is safe when its line says "Sealed and stored". Leave the page open until then.',
        ],
        to: MY_FILES,
      },
      {
        id: 'resume',
        title: 'Pause an upload, or continue one that was interrupted',
        steps: [
          'Each line of the transfer panel has its own buttons for pause, resume, retry and cancel.',
          'When the connection is lost, the upload waits and goes on by itself. What was sent is kept.',
          'After a reload, a large upload says "Interrupted". Choose the same file again; it continues where it stopped.',
        ],
      },
      {
        id: 'download',
        title: 'Download and decrypt a file',
        steps: [
          'Press the download arrow in the line of the file.',
          'Your browser fetches the sealed file, checks every part of it, decrypts it and saves it.',
          'A file that was damaged or changed is not saved; a message says so.',
        ],
        to: MY_FILES,
      },
      {
        id: 'preview',
        title: 'Look at a file without saving it',
        steps: [
          'Double-click the line of the file, or press Enter or Space on it.',
          'Images, PDF, text, sound and film are decrypted in your browser and shown; nothing is written to the disk.',
          'The left and right arrow keys go to the next file, Esc closes.',
        ],
        to: MY_FILES,
      },
      {
        id: 'versions',
        title: 'Go back to an earlier version',
        steps: [
          'Choose "Upload new version" in the menu of a file, or "Replace" when a name is taken: what was there is kept.',
          'Select the file and press I. Under "Earlier versions" you can save one, restore it or delete it.',
          'Restoring keeps what it replaces as a version too. Links to the file end when its content changes.',
        ],
        to: MY_FILES,
      },
      {
        id: 'find',
        title: 'Find a file by its name',
        steps: [
          'Press / and type a part of the name. Capital letters do not matter.',
          'From any page, press Ctrl+K (on a Mac ⌘K), type the name and choose the file.',
          'The search runs in your browser: the server does not know the names.',
        ],
      },
      {
        id: 'rename',
        title: 'Rename a file',
        steps: [
          'Select the file and press F2, or open the menu at the end of its line and choose Rename.',
          'Type the new name and press Rename. The new name is encrypted before it is stored.',
        ],
      },
      {
        id: 'select',
        title: 'Work with several files at once',
        steps: [
          'Tick the boxes in front of the files, or click one and then, with Shift held, another: everything between is selected.',
          'Ctrl+A selects all files of the list, Esc selects none.',
          'The bar above the list then offers Download, Move and Delete for all of them.',
        ],
      },
      {
        id: 'delete',
        title: 'Delete a file',
        steps: [
          'Press the bin in the line of the file, or select files and press Delete.',
          'It moves to the trash. Undo in the message at the top, or Ctrl+Z, takes that back.',
          'Open Trash above the list to restore it or to delete it for good; after 30 days that happens by itself.',
        ],
      },
    ],
  },
  {
    title: 'Your vault and its keys',
    guides: [
      {
        id: 'lock',
        title: 'Lock your vault when you leave the desk',
        steps: [
          'Press the round figure at the upper right and choose Lock. The keys leave the memory of the browser at once.',
          'To go on, type your password. Uploads that were running continue when you choose their files again.',
          'It can lock by itself when nobody touches it: open Settings, Preferences, and choose after how many minutes.',
          'A reload locks the vault as well, unless you chose Remember me when you signed in.',
        ],
      },
      {
        id: 'recovery-kit',
        title: 'Keep your recovery kit',
        steps: [
          'The 24 words were shown once, when your vault was made. Whoever has them can open your files.',
          'Keep them on paper where you keep your passport, or in a password manager. Not in a mail and not beside the computer.',
          'Nobody can show them again: the server never had them.',
        ],
      },
      {
        id: 'forgotten-password',
        title: 'You forgot your password',
        steps: [
          'On the sign-in page press "Forgot password?" and enter your e-mail address.',
          'Open the link in the mail within one hour. It signs you in, but does not open the vault.',
          'Type the 24 words of your recovery kit and choose a new password. Your other devices are signed out.',
          'Without the words, nobody can open the files that are stored, not even whoever runs the server.',
        ],
      },
      {
        id: 'change-password',
        title: 'Change your password',
        steps: [
          'Open Security and press Change Password. Type the password that you have now, then the new one twice.',
          'Your files stay as they are. Every other session is signed out, this one stays.',
          'When the connection breaks before the answer came, try again with the old password. If it is refused, the new one holds.',
        ],
        to: SECURITY,
      },
      {
        id: 'check-kit',
        title: 'Check that your recovery kit is right',
        steps: [
          'Open Security and press "Check your kit". Type the 24 words from your copy.',
          'Your browser tries whether they open your vault. The words are sent nowhere, and nothing changes but the date.',
        ],
        to: SECURITY,
      },
      {
        id: 'remember-me',
        title: 'Stay signed in on your own computer',
        steps: [
          'Tick Remember me when you sign in. The vault then stays unlocked on this device until you sign out.',
          'Do not use it on a computer that others use too.',
        ],
      },
      {
        id: 'what-the-server-sees',
        title: 'What the server can see of your files',
        steps: [
          'It sees sizes, times and how many files there are. It does not see names, types, contents, keys or your password.',
          'The full list is on the page Security, behind the button "What the server sees".',
        ],
        to: SECURITY,
      },
    ],
  },
  {
    title: 'Security of your account',
    guides: [
      {
        id: 'sessions',
        title: 'See where you are signed in, and sign out a lost device',
        steps: [
          'Open Security. Under "Sessions and devices" each line names the browser, the address and when it was last used.',
          'Press Sign out in the line of the device. It stops working within a second.',
          'If you did not recognise it, change your password as well, on the same page.',
        ],
        to: SECURITY,
      },
      {
        id: 'two-step',
        title: 'Ask for a code at sign-in',
        steps: [
          'Open Security and press "Enable 2FA". Scan the QR code with an authenticator app and type the code that it shows.',
          'Make recovery codes and keep them away from your phone. Each stands in once for a code of the app.',
          'From then on, sign-in asks for a code after your password.',
        ],
        to: SECURITY,
      },
      {
        id: 'passkeys',
        title: 'Sign in with a passkey',
        steps: [
          'Open Security and press "Add a passkey". Your browser asks for the lock of this device, or for a security key.',
          'On the sign-in page press "Sign in with a passkey". Your vault then asks for your password.',
        ],
        to: SECURITY,
      },
      {
        id: 'score',
        title: 'Understand your Security Score',
        steps: [
          'The score adds up six checks, from 0% to 100%. Nothing in it is estimated.',
          'The page Security lists every check with its points, and what to do about those that are open.',
        ],
        to: SECURITY,
      },
      {
        id: 'activity',
        title: 'See what happened in your account',
        steps: [
          'Open Activity. It lists what you did with files, sign-ins, and changes of your keys and settings, day by day.',
          'Choose a kind above the list to see only that. The lines cannot be edited or deleted by anybody.',
        ],
        to: { path: '/dashboard/activity', label: 'Open Activity' },
      },
      {
        id: 'notifications',
        title: 'Choose what you are told about',
        steps: [
          'Open Notifications. The number beside its entry counts what you have not marked as read.',
          'Below the list, tick for each event whether you want to hear of it in the app, by e-mail, or both.',
          'Mails about your password, your address and your ways to sign in are always sent.',
        ],
        to: { path: '/dashboard/notifications', label: 'Open Notifications' },
      },
    ],
  },
  {
    title: 'Files from others',
    guides: [
      {
        id: 'request-files',
        title: 'Ask somebody for files',
        steps: [
          'Press Request files on My Files or on the page Shared. Say what you ask for, until when, and how much.',
          'Send the address on, by a way that you trust. Whoever opens it needs no account; with a password, tell it on another way.',
          'Their browser seals the files to your key. Yours checks them while your vault is open, and puts them into the folder you chose.',
          'Shared lists your requests with what has arrived. Ending one stops what is on its way; what has arrived stays.',
        ],
        to: { path: '/dashboard/shared', label: 'Open Shared' },
      },
      {
        id: 'received-files',
        title: 'Know where a received file came from',
        steps: [
          'Press I on the file. Under Integrity stands the request that it came through.',
          'Nobody signed who sent it: anyone with the address could. If it matters, ask the person.',
          'What did not pass its check stands on the page Shared, marked Damaged. It is not in your vault; delete it and ask for the file again.',
        ],
        to: { path: '/dashboard/shared', label: 'Open Shared' },
      },
    ],
  },
  {
    title: 'For administrators',
    guides: [
      {
        id: 'invite',
        title: 'Invite somebody, change a role, or remove a member',
        steps: [
          'Open Team and press Invite. Enter the address and choose a role; the link in the mail works once, for seven days.',
          'To be sure that nobody stands between you, hand over the address that appears, by another way than e-mail. Opened before the mail, it tells their browser which keys are yours.',
          'Press Details beside a member to compare the safety number or to change the role. Only owners make and change owners.',
          'Removing signs somebody out at once and ends what they share. Their own files stay sealed; let them back in, and they find everything.',
        ],
        to: { path: '/dashboard/team', label: 'Open Team' },
      },
      {
        id: 'audit-logs',
        title: 'Search the audit log of your organisation',
        steps: [
          'The tab Audit Logs is there for people with the role admin, security_admin or above.',
          'Search by words such as "sign-in failed", and narrow it down by category, risk, person and days. The address of the page keeps your filters, so you can send it to a colleague.',
          'Press a line to see everything that is stored of the event, and copy it.',
        ],
        to: { path: '/dashboard?tab=audit-logs', label: 'Open Audit Logs' },
      },
      {
        id: 'audit-export',
        title: 'Export the audit log for a report',
        steps: [
          'Set the filters, then press Export. The file holds exactly the events that the filters let through, on all pages.',
          'It is a CSV file with times in UTC. A text that a spreadsheet would run as a formula gets an apostrophe in front.',
        ],
      },
    ],
  },
]

/** `mod` stands for Ctrl, or for ⌘ on a Mac. */
const shortcuts = [
  {
    title: 'Everywhere',
    keys: [
      [['mod', 'K'], 'Go to a page, an action or a file'],
      [['?'], 'Show these shortcuts'],
      [['/'], 'Search on this page'],
      [['mod', 'B'], 'Show or hide the sidebar'],
      [['Alt', 'S'], 'Skip to the content'],
      [['Esc'], 'Close what is open, select nothing'],
    ],
  },
  {
    title: 'In the list of files',
    keys: [
      [['↑', '↓'], 'Move between files'],
      [['Shift', '↓'], 'Select from here to there'],
      [['Space'], 'Preview the file'],
      [['Ctrl', 'Space'], 'Select or deselect the file'],
      [['mod', 'A'], 'Select all files'],
      [['Enter'], 'Open a folder, preview a file'],
      [['I'], 'Show the details of the file'],
      [['F2'], 'Rename'],
      [['Delete'], 'Move to the trash'],
      [['mod', 'Z'], 'Take back the last move, deletion or rename'],
      [['Shift', 'F10'], 'Open the menu of the file'],
      [['A–Z'], 'Jump to the name that begins so'],
    ],
  },
] as const

export const help = {
  title: 'Help',
  lead: 'Short guides to what works here. Each one says what to press and what happens.',
  search: 'Search guides',
  clearSearch: 'Clear search',
  topics,
  found: (count: number) => `${formatCount(count)} ${count === 1 ? 'guide' : 'guides'} found`,
  empty: 'No guide found',
  emptyText: 'Try another word, for example "password" or "upload".',
  shortcutsTitle: 'Keyboard shortcuts',
  shortcutsLead: 'Press ? on any page to see them.',
  shortcuts,
  showShortcuts: 'Show keyboard shortcuts',
} as const
