import type { Course } from '#contract/training/courses.ts'

export const phishing: Course = {
  id: 'phishing',
  title: 'Recognise phishing',
  summary: 'What false messages are after, how to see through them, and what to do when you answered one.',
  minutes: 15,
  version: 1,
  lessons: [
    {
      title: 'What the sender is after',
      body: `A phishing message pretends to come from somebody you trust. It wants one of four things: your password, a code that is valid for a few minutes, a click that runs a program, or a payment.

It works because it arrives in the middle of a working day. Nobody falls for it because they are foolish; people fall for it because they are busy.

## What a stolen password opens here

Your password does two things in QuantumShield: it signs you in, and it opens your vault. Anyone who has it, and no second factor stands in the way, reads your files as you do.

Access to your mailbox alone is less. A link from a "Forgot password?" mail signs somebody in, but it does not open the vault: that also takes your 24 recovery words, or people of your organisation whom you allowed to help. So these are what a phisher has to get out of you:

- the password of your vault
- the 24 recovery words
- a code of your authenticator app, in the seconds in which it is valid

Keep this list in mind. Whenever a message leads you to a place where you type one of them, stop and look twice.`,
    },
    {
      title: 'Read the message, not its looks',
      body: `Logos, colours and signatures can be copied in a minute. They prove nothing. Four other things are worth a look.

1. **The address, not the name.** "IT support" is a name that anybody can type. Look at the address behind it, and at what comes after the last @ sign.
2. **Where the link leads.** Hold the pointer over it, or press and hold it on a phone, and read the host name from its end. In \`files.example.org.login-check.com\`, the site is \`login-check.com\`.
3. **What it asks of you.** Real services do not ask for a password, a code or recovery words by mail.
4. **How it hurries you.** "Within two hours", "or your account will be deleted", "do not talk to anybody about it": pressure is there to keep you from asking.

Good spelling is no sign of honesty. False messages are written as well as real ones today, often with your name, your company and the name of a colleague in them.

## When it comes from a colleague

A colleague's mailbox may be in other hands. If a request is unusual, such as a new bank account or a file that "you urgently need to open", ask the person over another channel: call them at a number you already have. A reply to the same message reaches the person who wrote it, and nobody else.`,
    },
    {
      title: 'Mails of QuantumShield, and what they never ask',
      body: `It is easier to notice a false mail when you know the real ones.

Real mails tell you that something happened, such as a file that was shared with you or a sign-in on a new device, or they carry a link that you asked for yourself a moment ago. Their buttons lead to the address at which you use QuantumShield every day, and to no other.

- A mail about a shared file **does not contain the name of the file**. The server does not know it. A mail that names a document, to make you curious, is not from us.
- No mail asks for your password, a code or your recovery words.
- The 24 words are typed in two places only: after "Forgot password?", on the page that the mailed link opens, and on the page [Security](/dashboard/security) under "Check your kit". Nobody needs them to "verify" or "migrate" an account.
- Mails are in plain words and have no attachment.

## The safe way

You never need the link in a notice. Open QuantumShield as you always do, from your bookmark, and look under Notifications: what the mail tells you is there as well. If it is not there, the mail was false.`,
    },
    {
      title: 'What helps against it: passkeys and codes',
      body: `A **passkey** belongs to one host name. Your browser offers it at the real address and at no other, so a copy of the sign-in page gets nothing from it. That is why a passkey cannot be phished. You add one under [Security](/dashboard/security) with "Add a passkey".

A **code of an authenticator app** is much better than a password alone, because a password that was stolen last month is no longer enough. But a false page can ask for the code and use it at once. So a code does not make a page genuine: you still have to look at the address.

| | stops a stolen password | stops a false page |
|---|---|---|
| password alone | no | no |
| authenticator app | yes | no |
| passkey | yes | yes |

As long as you also have a password, somebody can still ask you for it. Sign in by the passkey, and be suspicious of every page that wants the password instead.

## Let the password manager look

A password manager fills in a password only at the address for which it was saved. When it offers nothing on a page that looks right, do not copy the password by hand. Look at the address: the manager has probably noticed what you did not.`,
    },
    {
      title: 'When you have clicked',
      body: `It happens to careful people. What you do in the next ten minutes matters more than the click.

1. **Change your password**, under [Security](/dashboard/security), "Change Password". Every other session is signed out by that.
2. **Look at "Sessions and devices"** on the same page. Sign out each line that you do not recognise; it stops working within a second.
3. **Did you type your recovery words?** Make new ones there, with "Make new words". From then on the server no longer accepts the old ones.
4. **If something unusual was noticed**, the page says so. Press "It was not me".
5. **Tell the people who look after security in your organisation**, at once and without shame. Others got the same message, and some of them have not clicked yet.

Do not delete the message: others can learn from it. And do not wait to see whether something happens. A password that was typed into a false page counts as known, whatever the page showed afterwards.`,
    },
  ],
  questions: [
    {
      text: 'You get a mail: "Contract_Miller_final.pdf was shared with you", with a button. What tells you that it is not from QuantumShield?',
      choices: [
        {
          text: 'It contains the name of the file.',
          isRight: true,
          why: 'The server does not know names of files, so its mails cannot contain one.',
        },
        {
          text: 'It has a button.',
          isRight: false,
          why: 'Real mails have a button as well. What counts is where it leads.',
        },
        {
          text: 'It came in the evening.',
          isRight: false,
          why: 'Colleagues share files at all hours. The time says nothing.',
        },
      ],
    },
    {
      text: 'Which site does the link https://files.example.org.login-check.com/start open?',
      choices: [
        {
          text: 'files.example.org',
          isRight: false,
          why: 'A host name is read from its end. What is in front may be anything that its owner likes.',
        },
        { text: 'login-check.com', isRight: true, why: 'The last parts of the host name decide who owns the site.' },
        {
          text: 'It depends on what the text of the link says.',
          isRight: false,
          why: 'The text of a link can say anything. Only its address decides.',
        },
      ],
    },
    {
      text: 'Somebody from "support" calls and asks for your 24 recovery words, to repair your vault. What do you do?',
      choices: [
        {
          text: 'Tell them half of the words, so that nobody has all of them.',
          isRight: false,
          why: 'No repair needs a single word. Half of them makes it far easier to find the rest.',
        },
        {
          text: 'Ask them to send a mail first.',
          isRight: false,
          why: 'A mail proves nothing, and nobody needs the words for a repair.',
        },
        {
          text: 'Tell them nothing, and tell the people who look after security.',
          isRight: true,
          why: 'Nobody needs the words but you. The call is an attack, and others will get it as well.',
        },
      ],
    },
    {
      text: 'Why can a passkey not be phished?',
      choices: [
        {
          text: 'It belongs to one host name, and the browser offers it nowhere else.',
          isRight: true,
          why: 'A false page has another host name, so the browser gives it nothing.',
        },
        {
          text: 'It is longer than a password.',
          isRight: false,
          why: 'Length does not help when you hand something over yourself.',
        },
        {
          text: 'It changes every 30 seconds.',
          isRight: false,
          why: 'That is a code of an authenticator app, and such a code can be phished.',
        },
      ],
    },
    {
      text: 'A page asks for your password and for the code of your authenticator app. Does asking for the code prove that it is genuine?',
      choices: [
        {
          text: 'Yes, only the real server knows that I have an app.',
          isRight: false,
          why: 'Anybody may guess that, and ask.',
        },
        {
          text: 'No, a false page can ask for the code and use it at once.',
          isRight: true,
          why: 'The code is valid for seconds, and that is long enough. Look at the address.',
        },
        { text: 'Yes, if the code is accepted.', isRight: false, why: 'A false page says "accepted" to anything.' },
      ],
    },
    {
      text: 'Your password manager offers nothing on what looks like the sign-in page. What is the best next step?',
      choices: [
        {
          text: 'Copy the password from the manager into the page.',
          isRight: false,
          why: 'That is what a false page waits for.',
        },
        {
          text: 'Switch the manager off, it is broken.',
          isRight: false,
          why: 'It probably works: it knows the address for which the password was saved.',
        },
        {
          text: 'Look at the address of the page, and open the site from your bookmark.',
          isRight: true,
          why: 'The manager compares host names. It may have noticed what you did not.',
        },
      ],
    },
    {
      text: 'You typed your password into a false page. What comes first?',
      choices: [
        {
          text: 'Change the password under Security; that signs out every other session.',
          isRight: true,
          why: 'It ends what the password opens, at once, and then you look at sessions and tell others.',
        },
        {
          text: 'Wait and see whether something happens.',
          isRight: false,
          why: 'By the time something shows, files have been read.',
        },
        {
          text: 'Delete the message.',
          isRight: false,
          why: 'That changes nothing about the stolen password, and others cannot learn from the message.',
        },
      ],
    },
    {
      text: 'Your manager writes from their own address and asks you to pay an invoice to a new account today. How do you check it?',
      choices: [
        {
          text: 'I reply and ask whether it is really them.',
          isRight: false,
          why: 'The reply reaches the person who wrote it, and that is the question.',
        },
        {
          text: 'I call them at a number that I already have.',
          isRight: true,
          why: 'Another channel, which the sender of the message did not choose, is what proves it.',
        },
        {
          text: 'The address is right, so no check is needed.',
          isRight: false,
          why: 'The mailbox may be in other hands, and an unusual request is the sign of it.',
        },
      ],
    },
  ],
}
