import type { Course } from '#contract/training/courses.ts'

export const administrators: Course = {
  id: 'administrators',
  title: 'Duties of administrators',
  summary: 'Roles, invitations, people who leave, organisation recovery, incidents and the audit log.',
  minutes: 20,
  version: 1,
  lessons: [
    {
      title: 'What you can do, and what nobody can',
      body: `As an administrator you decide who belongs to the organisation, which role they have and which rules apply to everybody. You do not decide about files: **no role opens other people's files**. Keys are wrapped for people, not for roles.

That has a consequence that surprises many. If somebody leaves and you did not ask for their files before, nobody can open them. If somebody loses the password and the recovery words, and allowed nobody to help, their files are lost.

## Give the least that is enough

- Most people need no role but member.
- A security administrator sees the audit log and looks after incidents, and changes no people.
- Only owners make and change owners. Have **two owners**, who do not travel together.
- A role can have an end date. Use it for people who are there for a project.

Go through the list on [Team](/dashboard/team) every few months. Ask of each role whether it is still needed.

## Your own account first

An administrator's account is the most interesting one. Sign in by a passkey, or use an authenticator app at least, and keep its recovery codes away from the phone.`,
    },
    {
      title: 'Invite people, and know their keys',
      body: `Open [Team](/dashboard/team) and press Invite. The link in each mail works once, for seven days.

A mail can be read or changed on its way. That is why the page shows a second link for each person, which carries the fingerprint of your keys. **Pass that one on over another channel**, such as a message or in person. If they open it before the mail, it tells their browser which keys are yours.

Afterwards, compare the safety number: Details beside the person, 60 digits, read to each other. From then on a changed key is noticed, and blocks sharing with that person.

## When keys change

A mail says that the public log lists new keys in somebody's name. That happens when somebody made their vault again. It also happens when somebody tries to get in between. Ask the person face to face or by phone before anybody compares and accepts anything.

## Rules for everybody

In the admin panel under Security and Rules, people who manage security can require a second factor from a day on, set the shortest password, limit sessions, and say what links may do. Before you require a second factor, set up your own and sign in with it. Everybody without one sees the day on each page.`,
    },
    {
      title: 'When somebody leaves',
      body: `Do it in this order.

1. **Ask for what you need, while they are still there.** Files that are theirs alone stay sealed after they leave. Have them moved to a team space, or shared.
2. **Remove them on the Team page**: Details, then "Remove from the organisation". They are signed out everywhere at once; what they share ends, and so does what was shared with them.
3. **Change the keys of their team spaces.** The server gives them nothing from then on, but they still know the key of the space. Managers of those spaces are notified: each opens Members and saves the list, and the space gets a new key.
4. **Give their duties to others**: was this person the only manager of a space, an owner, or somebody who holds a part of recovery keys?

For somebody who is only away, use suspending. They are signed out and cannot sign in until you end it, and everything of theirs stays.

"Let back in" gives a person who was removed everything back, with the role of a member.`,
    },
    {
      title: 'Organisation recovery',
      body: `A member can allow several people of the organisation to let them back in, together. The key is split: fewer people than agreed learn nothing, and no key opens everybody's vault.

You name those people on the Team page. Choose them so that enough of them can be reached at any time, and so that they would not all follow the same instruction.

## If you hold a part

Somebody asks to be let back in. **The request is also what an attacker would send.** So:

- Answer only when you have spoken to the person, by phone at a number you already had, or face to face.
- The person reads 20 digits from their screen. You type them under Team, Answer. They make sure that you answer this request and no other.
- If they cannot read the digits, or somebody else does it for them, do not answer.
- Nobody may put you under pressure. An hour of delay is better than a vault in the wrong hands.

Remind people to allow it while everything works. It cannot be switched on afterwards.`,
    },
    {
      title: 'Notice, and act',
      body: `Detectors watch for unusual sign-ins, many files deleted at once, and similar. People who manage security get a notice, and find each incident in the admin panel under Security.

1. **Take the incident**, so that others see who looks into it.
2. **Ask the person** by phone or face to face, not by mail.
3. **Write down** what you found out.
4. **Lift** what the server did when it was a false alarm. Nobody lifts what concerns themselves.
5. **Resolve** it when it is over.

If an account was taken over: end its sessions, have the person set a new password, and look in the audit log at what was opened and shared meanwhile.

## The audit log

It holds who changed what, and who opened whose file and when; names and contents of files are not in it. Browsers check its lines against a signed ledger, so a line that was changed later is noticed.

After 400 days, events of sign-ins and file access no longer say who and from where; changes and incidents after seven years. People who manage security can change these times. When there is a dispute, **set a legal hold** before that time is over: what it covers is kept until somebody releases it.

Look into the log on quiet days as well. You recognise what is unusual only if you know what is usual.`,
    },
  ],
  questions: [
    {
      text: 'A colleague left last week and nobody asked for her files. Can you, as the owner, open them?',
      choices: [
        {
          text: 'Yes, owners can open everything.',
          isRight: false,
          why: 'No role opens other people’s files. Keys are wrapped for people.',
        },
        {
          text: 'No. They stay sealed, and nobody else can open them.',
          isRight: true,
          why: 'So ask before somebody leaves. If you let her back in, everything is there again.',
        },
        {
          text: 'Yes, the operator of the server can export them.',
          isRight: false,
          why: 'The operator has sealed bytes only.',
        },
      ],
    },
    {
      text: 'You invite somebody. How do you rule out that somebody changes the keys on the way?',
      choices: [
        {
          text: 'I pass on the link with the fingerprint over another channel than email.',
          isRight: true,
          why: 'Their browser then compares the keys that the server offers as yours, and stops if they differ.',
        },
        { text: 'I send the mail twice.', isRight: false, why: 'Somebody who can change one mail can change two.' },
        {
          text: 'Nothing is needed, mails are encrypted.',
          isRight: false,
          why: 'Often they are not, and never up to the person.',
        },
      ],
    },
    {
      text: 'Somebody was removed from the organisation. What is left to do about their team spaces?',
      choices: [
        {
          text: 'Nothing, the server takes care of it.',
          isRight: false,
          why: 'The server gives them nothing, but they still know the key of the space.',
        },
        {
          text: 'Delete the spaces and make new ones.',
          isRight: false,
          why: 'Not needed: saving the list of members gives the space a new key.',
        },
        {
          text: 'A manager opens Members and saves the list, so that the space gets a new key.',
          isRight: true,
          why: 'Then they could not open what is added from now on, even if they got at it.',
        },
      ],
    },
    {
      text: 'You hold a part of a recovery key. A mail from a colleague asks you to answer the request "quickly, I am in a meeting". What do you do?',
      choices: [
        {
          text: 'Answer it, the request came from their account.',
          isRight: false,
          why: 'That is also what an attacker would send.',
        },
        {
          text: 'Answer nothing until I have spoken to them and they read me the 20 digits.',
          isRight: true,
          why: 'The digits belong to one request, and the voice to one person.',
        },
        {
          text: 'Forward it to another holder.',
          isRight: false,
          why: 'Then the next person has the same question, and less reason to ask it.',
        },
      ],
    },
    {
      text: 'How many owners should an organisation have?',
      choices: [
        {
          text: 'One, so that responsibility is clear.',
          isRight: false,
          why: 'If that account is lost, nobody can make another owner.',
        },
        {
          text: 'Everybody who asks.',
          isRight: false,
          why: 'Each owner can do everything. Give the least that is enough.',
        },
        { text: 'Two, or a few more.', isRight: true, why: 'So that one can help the other, and no more than needed.' },
      ],
    },
    {
      text: 'An incident says that many files of a person were deleted. What comes first, after you took it?',
      choices: [
        {
          text: 'Ask the person by phone or face to face.',
          isRight: true,
          why: 'They know whether it was them, and a mail may be read by somebody else.',
        },
        {
          text: 'Lift what the server did, so that they can work.',
          isRight: false,
          why: 'If it was not them, that helps the attacker.',
        },
        {
          text: 'Remove the person from the organisation.',
          isRight: false,
          why: 'Pausing is in force already. Find out what it was first.',
        },
      ],
    },
    {
      text: 'A court case about events of last year begins. What do you do about the audit log?',
      choices: [
        {
          text: 'Nothing, the log keeps everything for good.',
          isRight: false,
          why: 'After 400 days, events of sign-ins and file access no longer say who and from where.',
        },
        {
          text: 'Set a legal hold with its reason.',
          isRight: true,
          why: 'What it covers is kept until somebody releases it.',
        },
        {
          text: 'Copy the screen.',
          isRight: false,
          why: 'A picture proves little. Evidence with proofs can be saved from the page.',
        },
      ],
    },
    {
      text: 'Before you require a second factor of everybody, what do you need?',
      choices: [
        {
          text: 'A second factor of your own, with which you signed in.',
          isRight: true,
          why: 'So the rule cannot shut out the person who could change it.',
        },
        { text: 'The passwords of everybody.', isRight: false, why: 'Nobody ever needs those.' },
        { text: 'A larger plan.', isRight: false, why: 'The rule has nothing to do with plans.' },
      ],
    },
  ],
}
