import type { Course } from '#contract/training/courses.ts'

export const postQuantum: Course = {
  id: 'post-quantum',
  title: 'Post-quantum basics',
  summary:
    'What quantum computers change about encryption, why it matters today, and what QuantumShield does about it.',
  minutes: 15,
  version: 1,
  lessons: [
    {
      title: 'What a quantum computer would break',
      body: `Encryption on the internet rests on two kinds of algorithms.

**Symmetric** ones, such as AES, use the same key to seal and to open. **Public-key** ones, such as RSA and elliptic curves, let two people who have never met agree on a key, and let anybody check a signature.

Public-key algorithms of the last forty years rely on sums that are easy in one direction and hopeless in the other, such as multiplying two large primes and finding them again. In 1994 Peter Shor showed that a large quantum computer would find them quickly. On such a machine, RSA, Diffie-Hellman and elliptic curves would no longer protect anything.

Symmetric algorithms suffer far less. Grover's algorithm speeds up guessing a key, in theory to the square root of the tries. A 256-bit key still leaves 2 to the power of 128 of them, which is out of reach.

## Does such a machine exist?

No. The quantum computers of today are far too small and make too many errors to break a key that is in use. Nobody knows whether or when that changes. The question is only how long your files have to stay secret.`,
    },
    {
      title: 'Record now, decrypt later',
      body: `Somebody who wants to read an encrypted connection does not need the machine today. They can record what is sent now, keep it, and decrypt it once they can. This is called "harvest now, decrypt later".

So the time to act is not the day on which the machine exists. Add two numbers:

- how many years your data has to stay secret
- how many years it takes to change everything over

If that is more than the years until such a machine, you are late already. Medical records, contracts, plans of buildings and designs are secret for decades.

## What is different about signatures

A signature cannot be forged in the past. It has to hold until somebody has checked it, or for as long as a document has to be provable. So signatures are less urgent than encryption, except where they have to be checked many years later, such as for software in devices, or in logs.

## What authorities say

In August 2024 NIST, which sets the standards of the United States, published the first three post-quantum standards. The draft of its plan for the transition (NIST IR 8547, November 2024) ends RSA and elliptic curves for federal systems after 2035.`,
    },
    {
      title: 'The new algorithms',
      body: `The new algorithms run on ordinary computers. They rest on other problems, for which no quick method is known, on ordinary or on quantum computers.

| standard | name | what it is for |
|---|---|---|
| FIPS 203 | ML-KEM | agreeing on a key |
| FIPS 204 | ML-DSA | signatures |
| FIPS 205 | SLH-DSA | signatures, from hash functions alone |

ML-KEM and ML-DSA use lattices: grids in many hundreds of dimensions, in which a nearby point is easy to hide and hard to find. SLH-DSA needs nothing but hash functions, and pays for it with large signatures.

## Why two at once

The new algorithms have been studied for fewer years than the old ones. One of them may turn out to be weaker than thought. That is why careful systems use **hybrids**: an old and a new algorithm together, so that an attacker has to break both.

A hybrid makes keys and wraps a little larger, and that is all it costs. A wrong bet would cost everything.

## Not the same as quantum cryptography

"Quantum key distribution" sends single particles of light through special equipment. Post-quantum cryptography is software, and needs none of that.`,
    },
    {
      title: 'What QuantumShield uses',
      body: `You do not have to switch anything on. Each file is protected in this way from its first upload.

1. Your password is stretched by **Argon2id**, which makes guessing expensive.
2. Each file has a key of its own, and its content is sealed by **AES-256-GCM**, in segments that cannot be reordered, repeated or cut off unnoticed.
3. When you share, the key of the file is wrapped by **X-Wing**: ML-KEM-768 and X25519 together. Both must be broken to open it.
4. What you vouch for is signed twice, by **Ed25519** and **ML-DSA-65**, and both signatures must verify.

An unknown algorithm is refused. There is no way to talk two browsers into a weaker one.

Devices such as cameras can be set to ML-KEM-512, which is post-quantum only and has a smaller margin, because they have little memory. The owner of the device decides that.

## Check it yourself

The page [proof](/proof) runs the published test vectors of these algorithms in your browser. Every algorithm with its parameters is in the list that [keys and algorithms](/documentation/keys-and-algorithms) leads to.`,
    },
    {
      title: 'What no algorithm does for you',
      body: `Good cryptography moves the attack elsewhere. These stay your part:

- **A weak or stolen password** opens the vault, however good the algorithms are. Use a long one, and a second factor.
- **Phishing** asks you for what it cannot compute.
- **The wrong recipient** gets the file well encrypted. Compare the safety number for what matters.
- **A computer with malware** shows the attacker what it shows you.
- **What is not encrypted**: sizes, times and who shares with whom are seen by the server.
- **The code itself**: in a browser, the server delivers the app. Anyone who controls the server could deliver another one. The command line runs what you installed, and loads no code from the server.

## What you can do in your organisation

Make a list of where long-lived secrets are: archives, backups, connections between offices, signed software. Ask of each which public-key algorithm protects it, and for how many years it has to hold. Ask suppliers when they support ML-KEM. That list is the beginning of every migration.`,
    },
  ],
  questions: [
    {
      text: 'Which of these would a large quantum computer break?',
      choices: [
        { text: 'RSA and elliptic curves', isRight: true, why: 'Shor’s algorithm solves the sums on which both rely.' },
        {
          text: 'AES-256',
          isRight: false,
          why: 'Grover’s algorithm leaves 2 to the power of 128 tries, which is out of reach.',
        },
        {
          text: 'Every kind of encryption',
          isRight: false,
          why: 'Symmetric encryption with long keys holds, and so do the new public-key algorithms, as far as is known.',
        },
      ],
    },
    {
      text: 'There is no such machine yet. Why act now?',
      choices: [
        {
          text: 'Because it is certain that one comes next year.',
          isRight: false,
          why: 'Nobody knows whether or when. That is not the reason.',
        },
        {
          text: 'Because what is sent today can be recorded, and decrypted later.',
          isRight: true,
          why: 'What has to be secret for decades is at risk from the day on which it is sent.',
        },
        {
          text: 'Because the new algorithms are faster.',
          isRight: false,
          why: 'Some are fast, but their keys and signatures are larger. That is not the reason.',
        },
      ],
    },
    {
      text: 'What is ML-KEM for?',
      choices: [
        { text: 'Signing documents', isRight: false, why: 'That is ML-DSA, or SLH-DSA.' },
        { text: 'Stretching passwords', isRight: false, why: 'That is Argon2id.' },
        { text: 'Agreeing on a key', isRight: true, why: 'It is the key encapsulation of FIPS 203.' },
      ],
    },
    {
      text: 'QuantumShield wraps keys by X-Wing, which joins ML-KEM-768 and X25519. What does an attacker have to break?',
      choices: [
        { text: 'One of the two', isRight: false, why: 'A hybrid is made so that one alone does not help.' },
        { text: 'Both', isRight: true, why: 'So nobody has to rely on the newer one alone, nor on the older.' },
        {
          text: 'Neither, if they have the server',
          isRight: false,
          why: 'The server has wrapped keys only. It does not have what opens them.',
        },
      ],
    },
    {
      text: 'What do you have to switch on so that your files are protected in this way?',
      choices: [
        {
          text: 'Nothing. It applies from the first upload.',
          isRight: true,
          why: 'There is no weaker setting to leave behind, and no fallback to one.',
        },
        { text: '"Quantum mode" in the settings', isRight: false, why: 'There is no such setting.' },
        { text: 'A plan that costs more', isRight: false, why: 'The algorithms are the same for everybody.' },
      ],
    },
    {
      text: 'Which of these does post-quantum cryptography protect you from?',
      choices: [
        {
          text: 'A colleague who shares the file with the wrong person',
          isRight: false,
          why: 'The wrong person then gets it well encrypted, and opens it.',
        },
        {
          text: 'A false page that asks for your password',
          isRight: false,
          why: 'What you type yourself needs no breaking.',
        },
        {
          text: 'Somebody who keeps a recording of your traffic for twenty years',
          isRight: true,
          why: 'That is exactly what it is for.',
        },
      ],
    },
    {
      text: 'Why are signatures less urgent than encryption, in most cases?',
      choices: [
        { text: 'They are never checked.', isRight: false, why: 'They are, by every browser here.' },
        {
          text: 'A recording does not help later: a signature has to hold only until it has been checked.',
          isRight: true,
          why: 'Except where it has to be provable for many years, such as in logs and in software of devices.',
        },
        {
          text: 'Quantum computers cannot forge them.',
          isRight: false,
          why: 'A large one could forge signatures of RSA and of elliptic curves.',
        },
      ],
    },
  ],
}
