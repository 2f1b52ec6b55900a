export const investors = {
  title: 'Investors',
  lead: 'For accredited investors. This page describes aims and assumptions. None of it is an offer, and every figure is labelled for what it is.',
  ask: 'Request Investment Information',
  askMessage: 'Please send us information about investing in QuantumShield.',
  aim: 'Aim',
  assumption: 'Assumption',
  draft: 'Draft rule',
  market: {
    title: 'The market',
    text: 'Public-key cryptography of the last forty years has to be replaced everywhere. NIST published the first post-quantum standards in August 2024 (FIPS 203, 204 and 205), and its transition plan (NIST IR 8547, draft) ends the use of RSA and elliptic curves for federal systems after 2035. Anyone who keeps data for longer than that has to begin earlier.',
    figures: [
      ['over $50B', 'market for quantum-safe security by 2030', 'assumption', 'Our own planning figure.'],
      [
        '5–10 years',
        'until organisations have adopted it',
        'assumption',
        'Our own planning figure. Most earlier migrations took longer.',
        ['/blog/cybersecurity-future-convergence', 'Six of them, with sources'],
      ],
      [
        '2035',
        'end of RSA and ECC in US federal systems',
        'draft',
        'NIST IR 8547, initial public draft of November 2024.',
        ['https://csrc.nist.gov/pubs/ir/8547/ipd', 'The draft'],
      ],
    ],
  },
  advantage: {
    title: 'What sets it apart',
    points: [
      [
        'Checkable',
        'The front page runs its cryptography in the visitor’s browser, and each of these checks can fail there.',
      ],
      ['Both algorithms at once', 'ML-KEM and X25519 together: nobody has to rely on the newer one alone.'],
      ['Open', 'Source and formats are under Apache 2.0, and the reader in Python needs none of our other code.'],
      ['Self-hosted', 'Organisations that may not use a cloud can run it themselves, with one command.'],
    ],
  },
  funding: {
    title: 'Use of funds',
    lead: 'How the funds of a round would be spent.',
    label: 'Use of funds in percent',
    parts: [
      [40, 'Product development and R&D'],
      [35, 'Sales and marketing'],
      [15, 'Strategic partnerships'],
      [10, 'Working capital'],
    ],
    goals: [
      ['3x', 'revenue growth a year', 'aim', 'A plan, not a record.'],
      ['85%+', 'gross margin', 'aim', 'On subscriptions, at the planned prices.'],
      ['Year 3', 'profitability', 'aim', 'After the round, by the same plan.'],
    ],
  },
  accredited: {
    title: 'Who can ask',
    text: 'We send information about investing to accredited investors only (in the United States, as defined in 17 CFR 230.501(a)). The form asks you to confirm that you are one, or act for one.',
  },
} as const
