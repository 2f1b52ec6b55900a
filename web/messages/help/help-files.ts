import { type GuideTopic, MY_FILES, SECURITY } from './help-guide.ts'

/** Guides about files and the vault they are in. */
export const fileTopics: readonly GuideTopic[] = [
  {
    title: 'Files',
    guides: [
      {
        id: 'upload',
        title: 'Upload files',
        steps: [
          'Open My Files and drop files anywhere on the page, or press Upload and choose them. The size limit is shown above the list.',
          'Your browser encrypts each file before it leaves your device. The panel at the bottom shows the progress.',
          'The file is safe when its line says "Sealed and stored". Leave the page open until then.',
        ],
        to: MY_FILES,
      },
      {
        id: 'resume',
        title: 'Pause an upload, or continue one that was interrupted',
        steps: [
          'Each line of the transfer panel has its own buttons for pause, resume, retry and cancel.',
          'When the connection is lost, the upload waits and continues by itself. What was sent is kept.',
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
          'Double-click the file, or press Enter or Space on it. On a touch screen, tap it.',
          'Images, PDFs, text, audio and video are decrypted in your browser and shown; the app writes nothing to disk.',
          'The left and right arrow keys go to the next file, Esc closes.',
          'On the Shared page, press the name of a file; in the details of a file, press the eye beside an earlier version.',
        ],
        to: MY_FILES,
      },
      {
        id: 'tiles',
        title: 'See pictures instead of a list',
        steps: [
          'Press the button with four squares above the list; on a phone it is in the menu beside the heading. Images show a small picture; this device remembers your choice.',
          'All four arrow keys move between tiles; Space, Enter, Delete and the menu work as in the list.',
        ],
        to: MY_FILES,
      },
      {
        id: 'versions',
        title: 'Go back to an earlier version',
        steps: [
          'Choose "Upload new version" in the menu of a file, or "Replace" when a name is taken: what was there is kept.',
          'Select the file and press I. Under "Earlier versions" you can save one, restore it or delete it.',
          'Restoring keeps what it replaces as a version too. Links to it stop working when its content changes.',
          '"Put back changes" in the menu of a file or folder, or on the trash page for all at once, shows what was renamed, moved, damaged or deleted as a version in the last days, and takes it back.',
        ],
        to: MY_FILES,
      },
      {
        id: 'find',
        title: 'Find a file by name',
        steps: [
          'Press / and type part of the name. Upper and lower case are the same.',
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
          'Tick the boxes in front of the files, or click one and then, with Shift held, another: everything between is selected. On a touch screen, press and hold one, then tap others.',
          'Ctrl+A selects all files of the list, Esc selects none.',
          'The bar above the list then offers Download, Move and Delete for all of them.',
        ],
      },
      {
        id: 'folders',
        title: 'Put files into folders',
        steps: [
          'Press New Folder, type a name, and open the folder with a double-click, a tap or Enter. The name is encrypted.',
          'Drag files onto a folder, or onto a folder in the path at the top. Without a mouse, open the menu of the file and choose "Move to…".',
          'Undo in the message, or Ctrl+Z, brings them back. "Upload folder" stores a whole folder as it is on your computer.',
        ],
        to: MY_FILES,
      },
      {
        id: 'copy',
        title: 'Copy files, also to a team space and back',
        steps: [
          'Open the menu of the file or folder and choose "Make a copy": it appears beside the original, with a number.',
          'Choose "Copy to…" for another folder or a team space. Or press Ctrl+C on it, open the folder, and press Ctrl+V.',
          'The server copies the sealed content; nothing is uploaded again. A copy counts towards your storage. Earlier versions and shares stay with the original.',
        ],
        to: MY_FILES,
      },
      {
        id: 'name-taken',
        title: 'When a name is taken',
        steps: [
          'An upload, a move or a copy asks once for all of them: Replace, Keep both or Skip. Meanwhile the others continue.',
          'An upload that replaces keeps what was there as an earlier version. A move or a copy puts it into the trash.',
        ],
      },
      {
        id: 'delete',
        title: 'Delete a file',
        steps: [
          'Press the bin beside the file, or select files and press Delete.',
          'It moves to the trash. Undo in the message, or Ctrl+Z, brings it back.',
          'Open Trash above the list to restore it or to delete it for good; after 30 days it is deleted automatically.',
        ],
      },
      {
        id: 'trash',
        title: 'Restore something from the trash',
        steps: [
          'Open Trash above the list. Each line shows where the file or folder was and when it was deleted.',
          'Press Restore: it goes back to where it was, or to My Files if that folder is gone. A folder brings back everything that was in it.',
          'Nobody it was shared with can open it meanwhile; once it is restored, they can again. "Delete for good" and "Empty trash" cannot be undone.',
        ],
        to: { path: '/dashboard?view=trash', label: 'Open the trash' },
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
          'Press the round picture at the top right and choose Lock. The app forgets the keys at once and asks for your password again.',
          'To continue, enter your password. Uploads that were running continue when you choose their files again.',
          'It can lock by itself after a while without use: open Settings, Preferences, and choose after how many minutes.',
          'All tabs of this browser lock together. A reload locks a tab as well, unless you chose to stay unlocked.',
        ],
      },
      {
        id: 'recovery-kit',
        title: 'Keep your recovery kit',
        steps: [
          'The 24 words were shown once, when your vault was made. Anyone who has them can open your files.',
          'Keep them on paper where you keep your passport, or in a password manager. Not in an email, and not next to the computer.',
          'Nobody can show them again: the server never had them. If you lose them, make new ones under Security, "Make new words", while you still know the password.',
        ],
      },
      {
        id: 'forgotten-password',
        title: 'You forgot your password',
        steps: [
          'On the sign-in page press "Forgot password?" and enter your email address.',
          'Open the link in the mail within one hour. It signs you in, but does not open the vault.',
          'Enter the 24 words of your recovery kit and choose a new password. Your other devices are signed out.',
          'Without the words, nobody can open the files that are stored, not even the people who run the server, unless you allowed people of your organisation to help.',
        ],
      },
      {
        id: 'organisation-recovery',
        title: 'You lost your password and your recovery words',
        steps: [
          'Before it happens: open Security and press Allow under Organisation recovery. It shows who could let you back in, and how many of them it takes. An administrator names them on the Team page.',
          'When it has happened, press "Forgot password?", open the link in the mail and choose "Lost the words too? Ask your organisation".',
          'Call the people on the list and read them the 20 digits on your screen. Each opens Team, presses Answer and types them.',
          'Once enough have answered, choose a new password, and make new recovery words.',
          'If you get a mail about a request that you did not make, open Security and cancel it.',
        ],
        to: SECURITY,
      },
      {
        id: 'change-password',
        title: 'Change your password',
        steps: [
          'Open Security and press Change Password. Type the password that you have now, then the new one twice.',
          'Your files stay as they are. Every other session is signed out, this one stays.',
          'If the connection breaks before the answer arrives, try the old password again. If it is refused, the new one is in force.',
        ],
        to: SECURITY,
      },
      {
        id: 'check-kit',
        title: 'Check that your recovery kit is right',
        steps: [
          'Open Security and press "Check your kit". Type the 24 words from your copy.',
          'Your browser checks whether they open your vault. The words are not sent anywhere; only the date of the check is saved.',
        ],
        to: SECURITY,
      },
      {
        id: 'remember-me',
        title: 'Stay signed in on your own computer',
        steps: [
          'You stay signed in in every tab until the browser closes. "Stay unlocked" is about the keys: it decides when a tab asks for your password.',
          'Choose it when you unlock, or in Security: this tab, until the browser closes, or on this device. Remember me on the sign-in page offers the last two.',
          'On a computer that you share with others, choose this tab, and sign out when you leave.',
        ],
        to: SECURITY,
      },
      {
        id: 'changes-paused',
        title: 'Replacing and deleting is paused',
        steps: [
          'So many files were replaced or deleted for good in a few minutes that the server stopped it. Nothing else is lost, and you can still read, add and share files.',
          'If it was you, press "Confirm that it was you" in the strip or on the Security page, and enter the code from the mail or from your authenticator app. You continue at once.',
          'If it was not you, set a new password under Security first: that signs out every other device. Then confirm, and restore what you miss from the trash or from earlier versions.',
        ],
        to: SECURITY,
      },
      {
        id: 'alarm',
        title: 'Set an alarm on a file',
        steps: [
          'Choose a file that nobody has a reason to open, such as one called "Passwords". Open its details and tick "Alarm when somebody opens this".',
          'Anyone who opens or downloads it, you included, is stopped: their session opens nothing until they confirm that it is them, and replacing and deleting files is paused for them.',
          'Lists show no small picture of it, because that would open it. Remove the tick before you download the file yourself.',
        ],
        to: MY_FILES,
      },
      {
        id: 'what-the-server-sees',
        title: 'What the server can see of your files',
        steps: [
          'It sees sizes, times and how many files there are. It does not see names, types, contents, keys or your password.',
          'On the Security page, the button "What the server sees" gives a summary and leads to the list.',
        ],
        to: SECURITY,
      },
    ],
  },
]
