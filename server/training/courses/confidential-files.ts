import type { Course } from '#contract/training/courses.ts'

export const confidentialFiles: Course = {
  id: 'confidential-files',
  title: 'Handle confidential files',
  summary: 'Sharing with the right people, links, files from others, and what happens to a file outside the vault.',
  minutes: 20,
  version: 1,
  lessons: [
    {
      title: 'What the vault does, and where it ends',
      body: `Your browser encrypts each file before it leaves your device. The server keeps what is sealed: it sees sizes, times, how many files there are and who shares with whom. It does not see names, types or contents. Nobody who runs the server can open your files, and no administrator of your organisation can.

That protection ends where the file leaves the vault.

- A file that you **download** lies on your disk as it is. Anybody who uses the computer, and every program on it, can read it.
- A file that you **print**, photograph or send by ordinary mail is no longer in the vault.
- A file that somebody else **opened** may have been copied.

So prefer looking to saving. A double-click opens images, PDFs, text, audio and video in the browser; they are decrypted there, and the app writes nothing to disk. Download only what you have to work on, and delete it afterwards.

## Which file is confidential?

If nobody has said, ask what would happen if it were in the newspaper tomorrow: personal data, contracts, figures before they are published, source code and anything about security belong in the vault. When in doubt, treat it as confidential.`,
    },
    {
      title: 'Share with a colleague',
      body: `Press Share in the line of the file and type a name or an address. Your browser wraps the key of the file for the key of that person, once the public log shows that this is their key. They can open and download the file, not change it.

## Look at whom you choose

Two people may have similar names. At first contact the app shows you the person before it shares anything: that is the moment to look.

For files that really matter, make sure of the key. Open "Compare the safety number" when you share, or under Details on the Team page. Read the 60 digits to each other, face to face or by phone. If they are the same, press "The numbers match": then you know that nobody is in between.

If a message says that **keys have changed**, share nothing. Ask the person over another channel what happened. A new key can be harmless, when somebody made their vault again, or it can be somebody else.

## As little as needed

- Share the file, not the folder around it, when one file is enough.
- "Set an end" lets the access end after a number of days.
- Sharing a folder shares what is in it now. Files that you add later are not included; for those, make a team space.
- Look at [Shared](/dashboard/shared) from time to time, and press Stop sharing where it is no longer needed. Copies that were downloaded stay with those people.`,
    },
    {
      title: 'Send a file to somebody outside',
      body: `For people without an account, "Create link" makes an address. The part behind the # sign is the secret, and browsers never send it to a server. **Anyone who has the whole address can open the file**, so treat the link like the file.

1. A link ends after 7 days unless you choose another end. Choose the shortest that works.
2. Set a limit of downloads when you know how many people there are.
3. Set a password for anything confidential, and **send it separately**: the link by mail, the password by phone. If both are in the same mail, the password protects nothing.
4. Send the link to a person, not to a group or a public channel.

The password is part of the key. Nobody can open the file without it, but a weak one can be guessed by somebody who has the link and what the server stores. Use several words, not one.

Visitors can save what they open. A link that has ended cannot call a copy back.

## Not by ordinary mail

An attachment lies readable in the mailbox of the sender and of the recipient, on their servers and in their backups, for years. A link ends.`,
    },
    {
      title: 'Files from others, and team spaces',
      body: `**Request files** is a link the other way round. The sender needs no account; their browser seals the files to your key, and yours checks them when your vault is open.

Who sent a file is not proven: anyone who has the link of your request could have. If it matters, ask the person. And a file from outside is still a file from outside: open it with the same care as an attachment.

## Team spaces

Use a team space when several people work on the same files over time.

- Every member can open everything in it, also what was there before they joined. So decide about people by the most confidential file in the space.
- Members manage, edit or view. Give the least that is enough.
- Nobody else can open it, not even an administrator.
- When somebody is taken off the list, the space gets a new key: they cannot open what is added from then on. They may have copied what was there before.
- Keep two managers. If the only one loses their account, nobody can change the list again.`,
    },
    {
      title: 'At your desk and on the way',
      body: `Most files are lost without any attack on cryptography.

- **Lock the vault when you leave the desk**: press the round picture at the top right and choose Lock. The app forgets the keys at once. Under Settings, Preferences it can lock by itself after a while.
- **On a shared computer**, choose "this tab" when you unlock, sign out when you leave, and download nothing.
- **Keep your recovery words on paper**, where you keep your passport, or in a password manager. Not in a mail, not as a photo in a cloud, not next to the computer. Anyone who has them can open your files.
- **Check the kit** now and then under [Security](/dashboard/security). If you lose both the password and the words, nobody can open your files, unless you allowed people of your organisation to help.
- **Lost a phone or laptop?** Open Security from another device, find it under "Sessions and devices" and press Sign out. Then tell the people who look after security.
- **Mind the screen.** On a train, the person behind you needs no key.

## Something went wrong?

Sent to the wrong person, a link in the wrong chat: open [Shared](/dashboard/shared), press Stop sharing, and say so at once. It ends immediately, and the sooner you do it, the fewer people have opened the file.`,
    },
  ],
  questions: [
    {
      text: 'You downloaded a confidential PDF to read it on a train. What protects it on your disk?',
      choices: [
        {
          text: 'The vault; it stays encrypted with my key.',
          isRight: false,
          why: 'A downloaded file is decrypted. The vault protects what is in it, not what left it.',
        },
        {
          text: 'Nothing of QuantumShield. It lies there as it is.',
          isRight: true,
          why: 'Only the protection of the computer itself counts now. Looking at it in the browser would have written nothing to disk.',
        },
        { text: 'The server, which can call it back.', isRight: false, why: 'No server can call back a copy.' },
      ],
    },
    {
      text: 'You send a link with a password. Which way is right?',
      choices: [
        {
          text: 'Link by mail, password by phone.',
          isRight: true,
          why: 'Somebody who reads one channel still lacks the other.',
        },
        {
          text: 'Both in one mail, so that nothing gets lost.',
          isRight: false,
          why: 'Then everybody who reads the mail has both, and the password protects nothing.',
        },
        {
          text: 'Password in the subject, link in the text.',
          isRight: false,
          why: 'That is one mail, and one channel.',
        },
      ],
    },
    {
      text: 'While you share a file, the app says that the keys of your colleague have changed. What do you do?',
      choices: [
        {
          text: 'Share it by link instead.',
          isRight: false,
          why: 'First find out why the keys changed. Going around a warning does not remove its reason.',
        },
        {
          text: 'Try again later, the message will go away.',
          isRight: false,
          why: 'It stays until it is clear whose keys these are.',
        },
        {
          text: 'Share nothing, and ask the person over another channel.',
          isRight: true,
          why: 'A new key can be harmless, or somebody in between. Only the person can say.',
        },
      ],
    },
    {
      text: 'Somebody joins a team space today. What can they open?',
      choices: [
        {
          text: 'Only what is added from today on.',
          isRight: false,
          why: 'Members hold the key of the space, which opens what is in it.',
        },
        {
          text: 'Everything in it, also what was there before.',
          isRight: true,
          why: 'So decide about people by the most confidential file in the space.',
        },
        {
          text: 'Only what a manager releases for them.',
          isRight: false,
          why: 'Roles decide about changing things. Every member can open everything.',
        },
      ],
    },
    {
      text: 'A file arrives through your request, from "Dr Weber". How certain is it that Dr Weber sent it?',
      choices: [
        {
          text: 'Certain, the app verified the sender.',
          isRight: false,
          why: 'The app checks that the file is whole, not who sent it.',
        },
        {
          text: 'Certain, only Dr Weber has the link.',
          isRight: false,
          why: 'Links get forwarded. Anyone who has it could have sent the file.',
        },
        {
          text: 'Not certain: anyone with the link could have. If it matters, I ask.',
          isRight: true,
          why: 'Nobody signs who sent a file, and the app says so beside it.',
        },
      ],
    },
    {
      text: 'You stop sharing a file that was opened yesterday. What happens?',
      choices: [
        {
          text: 'Nobody can open it here any longer; copies that were downloaded stay.',
          isRight: true,
          why: 'It ends at once, but a copy is outside of every vault.',
        },
        {
          text: 'Copies on other computers become unreadable.',
          isRight: false,
          why: 'Nothing reaches into other people’s computers.',
        },
        { text: 'It ends within seven days.', isRight: false, why: 'Stop sharing ends it at once.' },
      ],
    },
    {
      text: 'Where do the 24 recovery words belong?',
      choices: [
        {
          text: 'In a draft in my mailbox.',
          isRight: false,
          why: 'Anyone who reads the mailbox then opens your files.',
        },
        {
          text: 'On paper where I keep my passport, or in a password manager.',
          isRight: true,
          why: 'Away from the computer that they protect, and where you find them again.',
        },
        {
          text: 'In a photo on my phone.',
          isRight: false,
          why: 'Photos are copied to clouds and other devices, often without a question.',
        },
      ],
    },
  ],
}
