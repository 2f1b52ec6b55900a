import { type GuideTopic, MY_FILES, SECURITY } from './help-guide.ts'
import { learnGuide, rulesGuide, statusGuide, teamGuides } from './help-organisation.ts'

/** Guides about people: sharing with them, one's own account, the organisation. */
export const peopleTopics: readonly GuideTopic[] = [
  {
    title: 'Sharing',
    guides: [
      {
        id: 'share-person',
        title: 'Share a file with a colleague',
        steps: [
          'Press Share in the line of the file, type the name or the address of somebody in your organisation, choose the person from the list and press "Share file". Several people at once: put commas between their addresses, or paste a list.',
          'Your browser wraps the key of the file for theirs, once the public log shows that these are their keys; if they made their vault just now, this takes a minute at most. At first contact it shows you the person: press "Share file" once more. With "Set an end", access ends after a number of days.',
          'They find it under Shared. They can open and download it, not change it.',
          'The menu of a folder shares every file that is in it now. Files added later are not included; for those, make a team space.',
        ],
        to: MY_FILES,
      },
      {
        id: 'safety-number',
        title: 'Make sure that you share with the right person',
        steps: [
          'When you share, or under Details on the Team page, open "Compare the safety number". Ask the other person to look you up as well.',
          'Read the 60 digits to each other, face to face or by phone. If they are the same, press "The numbers match".',
          'If a message says that keys have changed, share nothing until you have asked the person over another channel.',
        ],
        to: { path: '/dashboard/team', label: 'Open Team' },
      },
      {
        id: 'share-link',
        title: 'Share a file by link, with people without an account',
        steps: [
          'Press Share in the line of the file, then "Create link". It ends after 7 days, unless you choose another end under "Set end, limit or password".',
          'Copy it, or let a phone scan the code. Your vault keeps it: under Shared, "Show" brings it back and changes its end, limit or password.',
          'A folder or a selection of files can have one link: choose Share for it. It opens what is there now; visitors save the files one by one or as a ZIP.',
          'Send the password separately from the link. The link opens the file as it is now and ends when the content is replaced. Visitors can preview most kinds of files before they download them.',
        ],
        to: MY_FILES,
      },
      {
        id: 'stop-sharing',
        title: 'See what you share, and stop it',
        steps: [
          'Open Shared. Under "Shared by me" is every person and every link, with its end and its downloads.',
          'Press Stop sharing in the line. It ends at once. While a file is in the trash, nobody it was shared with can open it.',
          'Copies that people have already downloaded stay with them.',
        ],
        to: { path: '/dashboard/shared', label: 'Open Shared' },
      },
    ],
  },
  {
    title: 'Team spaces',
    guides: [
      {
        id: 'team-space',
        title: 'Work on files together',
        steps: [
          'Open Team spaces and press New space. Give it a name and add people from your organisation; choose for each person whether they manage, edit or view.',
          'Every member can open everything in it, including what was there before they joined. Nobody else can, not even an administrator.',
          'Folders, versions and the trash work as in My Files. Editors and managers change things, viewers open and download.',
        ],
        to: { path: '/dashboard/spaces', label: 'Open Team spaces' },
      },
      {
        id: 'team-space-members',
        title: 'Add or remove a member of a space',
        steps: [
          'Open the space and press Members. Only its managers can change the list.',
          'Press "Save members": the space gets a new key. Anyone no longer on the list cannot open what is added from now on.',
          'Keep two managers. If the only one loses their account, nobody can change the list again.',
        ],
        to: { path: '/dashboard/spaces', label: 'Open Team spaces' },
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
          'Press Request files on My Files or on the page Shared. Say what you need and by when; under Options are how much may be sent, a password and your name.',
          'Send the link over a channel you trust. Nobody needs an account to use it. If you set a password, send it separately.',
          'Their browser seals the files to your key. Yours checks them while your vault is open, and puts them into the folder you chose.',
          'Shared lists your requests and what has arrived. Ending one stops what is on its way; what has arrived stays.',
        ],
        to: { path: '/dashboard/shared', label: 'Open Shared' },
      },
      {
        id: 'received-files',
        title: 'Know where a received file came from',
        steps: [
          'Press I on the file. You see the request that it came through, and the name that the sender gave, if they gave one.',
          'Who sent it is not verified: anyone with the link could have. If it matters, ask the person.',
          'A file that did not pass its check is listed on the Shared page, marked Damaged. It is not in your vault; delete it and ask for it again.',
        ],
        to: { path: '/dashboard/shared', label: 'Open Shared' },
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
          'If you do not recognise it, change your password as well, on the same page.',
        ],
        to: SECURITY,
      },
      {
        id: 'noticed',
        title: 'Something unusual was noticed',
        steps: [
          'Open Security. "What was noticed" says what it was, why, and what the server did. A session that is held asks for a code before it opens anything.',
          'Press "It was me" if you know what it was. That is an answer for those who look after security; it ends nothing.',
          'Press "It was not me" otherwise: every other session ends, and you are led to the button that changes your password.',
        ],
        to: SECURITY,
      },
      {
        id: 'change-email',
        title: 'Change your email address',
        steps: [
          'Open Security and press "Change email". Type the new address and your password.',
          'Open the link in the mail that arrives there, within a day. Until then you sign in with the address you have.',
          'Your old address is notified and can stop the change. Your files, keys and shared files stay as they are.',
        ],
        to: SECURITY,
      },
      {
        id: 'two-step',
        title: 'Require a code at sign-in',
        steps: [
          'Open Security and press "Enable 2FA". Scan the QR code with an authenticator app and type the code that it shows.',
          'Make recovery codes and keep them away from your phone. Each replaces a code of the app, once.',
          'From then on, signing in asks for a code after your password.',
        ],
        to: SECURITY,
      },
      {
        id: 'lost-phone',
        title: 'You lost your phone, and sign-in asks for its code',
        steps: [
          'Sign in with your password, press "Phone not at hand? Use a recovery code" and type one of your codes. It works once.',
          'Open Security, remove the app of the lost phone, and add the one on your new phone.',
          'Without codes, the operator of this server can remove the app. Nobody can open your vault for you.',
        ],
        to: SECURITY,
      },
      {
        id: 'two-step-terminal',
        title: 'Sign in with a second factor on the command line',
        steps: [
          'The command quantumshield login asks for the code of your app, or for a recovery code.',
          'Scripts pass it in the variable QUANTUMSHIELD_CODE.',
        ],
      },
      {
        id: 'passkeys',
        title: 'Sign in and unlock with a passkey',
        steps: [
          'Open Security and press "Add a passkey". Your browser asks for this device’s screen lock, or for a security key.',
          'On the sign-in page press "Sign in with a passkey". Your vault then asks for your password, unless the passkey opens it.',
          'Where your organisation requires a passkey or an identity provider from a day on, sign in by it instead of the password before then: a session that the password opened gets nothing of your vault from that day.',
          'To let it open the vault, press "Let a passkey open the vault" in Security, enter your password and use the passkey. Not every device can; the page says so.',
          'Lost it? Remove it in Security. Your vault then gets a new key that it does not open.',
        ],
        to: SECURITY,
      },
      {
        id: 'other-ways',
        title: 'Sign in with a code, or with an account from elsewhere',
        steps: [
          'On the sign-in page press "SMS or email code", type your address or number, and then the six digits that arrive. For SMS, first open Security and press "Add a number".',
          'Or press the name of a service or "Your organisation". You sign in there and come back to the same tab.',
          'Whichever you choose, the vault then asks for its password. With a new account you choose that password first; the service never learns it.',
        ],
        to: SECURITY,
      },
      {
        id: 'score',
        title: 'Understand your Security Score',
        steps: [
          'The score adds up six checks, from 0% to 100%. Nothing in it is estimated.',
          'The Security page lists every check with its points, and what to do about those that are still open.',
        ],
        to: SECURITY,
      },
      {
        id: 'activity',
        title: 'See what happened in your account',
        steps: [
          'Open Activity. It lists what you did with files, sign-ins, and changes of your keys and settings, day by day.',
          'Choose a kind above the list to see only that. No account can edit or delete a line, and your browser checks each one against a signed ledger.',
        ],
        to: { path: '/dashboard/activity', label: 'Open Activity' },
      },
      {
        id: 'notifications',
        title: 'Choose what you are notified about',
        steps: [
          'Open Notifications. The number beside its entry counts those that you have not marked as read.',
          'Below the list, open a group and choose for each event whether you are notified in the app, by email, or both.',
          'Mails about your password, your keys, your address and your ways to sign in are always sent.',
        ],
        to: { path: '/dashboard/notifications', label: 'Open Notifications' },
      },
      learnGuide,
      {
        id: 'language',
        title: 'Use the app in German or French',
        steps: [
          'Open Settings, Preferences, and choose under Language. The choice is for this browser, sign-in page included.',
          'The app switches at once, and your vault stays open. "Same as browser" follows your browser.',
          'Mails and the public pages of the server are in English.',
        ],
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
          'Open Team and press Invite. Enter one address or more and choose a role; the link in each mail works once, for seven days.',
          'To rule out anyone in between, pass on the link that appears over another channel than email. If they open it before the mail, it tells their browser which keys are yours.',
          'Press Details beside a member to compare the safety number or to change the role. Only owners make and change owners.',
          'Removing signs somebody out at once and ends what they share. Their own files stay sealed; if you let them back in, everything is there again.',
        ],
        to: { path: '/dashboard/team', label: 'Open Team' },
      },
      {
        id: 'roles',
        title: 'Choose a role for somebody',
        steps: [
          'Open Team, press Details beside the person and choose a role. Each one says what it allows; "Save role" applies it at once.',
          'A role never opens files: sealed and shared files stay as they are.',
          'Only owners make and change owners, and there is always at least one.',
          'A role that opens the admin panel is told to its person and to everybody who manages people, in the app and by mail.',
        ],
        to: { path: '/dashboard/team', label: 'Open Team' },
      },
      ...teamGuides,
      {
        id: 'remove-member',
        title: 'Somebody leaves the organisation',
        steps: [
          'Open Team, press Details beside the person, then "Remove from the organisation". They are signed out everywhere at once.',
          'Everything they share ends, and so does everything shared with them. Their own files stay sealed, and nobody else can open them: ask for whatever you need before you remove them.',
          '"Let back in" under Removed gives them everything back, with the role of a member.',
        ],
        to: { path: '/dashboard/team', label: 'Open Team' },
      },
      {
        id: 'audit-logs',
        title: 'Search the audit log of your organisation',
        steps: [
          'Audit Logs is in the sidebar of owners, administrators and security administrators.',
          'Search by words such as "sign-in failed", by a name or an address, a result or an id, and narrow it down by category, risk, person and days. The address of the page keeps your filters, so you can send it to a colleague.',
          'Press a line to see everything that is stored about the event, and copy it.',
        ],
        to: { path: '/dashboard?tab=audit-logs', label: 'Open Audit Logs' },
      },
      {
        id: 'audit-export',
        title: 'Export the audit log for a report',
        steps: [
          'Set the filters, then press Export. The file holds every event that matches the filters, on all pages, and everything that went with a deleted account.',
          'It is a CSV file with times in UTC. Text that a spreadsheet would run as a formula is prefixed with an apostrophe. The arrow beside Export offers NDJSON, CEF and OCSF for other systems.',
        ],
      },
      {
        id: 'incidents',
        title: 'Look after a security incident',
        steps: [
          'Open Security in the admin panel and press Details. Take the incident, so that others see who looks into it, and write down what you find out.',
          'Ask the person in person or by phone. "Lift" ends what the server did when it was a false alarm; nobody lifts what concerns themselves.',
          'Press Resolve when it is over. Below, each detector can be less sensitive, or only write down what it would have done.',
        ],
        to: { path: '/admin/security', label: 'Open Security' },
      },
      rulesGuide,
      statusGuide,
    ],
  },
]
