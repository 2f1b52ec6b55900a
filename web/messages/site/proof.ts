/** The certificate on the front page, and /proof. */
export const proof = {
  cardTitle: 'What we can prove to you right now',
  running: 'Checking on this device',
  passed: (passed: number, of: number) => `${passed} of ${of} checks passed`,
  again: 'Run it again',
  how: 'How to repeat it outside',
  wait: 'Running on this device.',
  noScript:
    'These checks need JavaScript: with it, they run in your browser. The commands on the proof page check without it.',
  connection: {
    name: 'Your connection',
    over: (version: string, group: string) => `${version}, ${group}`,
    hybrid:
      'Read from the connection that your browser has just made to this server. By what is known today, a quantum computer could not read a recording of it.',
    classical:
      'This connection has no post-quantum key exchange. What is recorded of it today could be read by a quantum computer later. Your files are encrypted beforehand and are not affected; a newer browser protects the rest.',
    plainLocal: 'HTTP',
    plainLocalNote:
      'This page comes from your own machine, where nothing can be recorded on the way. For use over a network, the operator sets up TLS.',
    plain: 'HTTP, not encrypted',
    plainNote:
      'Nothing protects this page on its way. Its operator should set up TLS (TLS_CERT_FILE). Do not sign in here until then.',
    proxied: 'TLS ends before this server',
    proxiedNote:
      'A proxy ends the encryption, so this server cannot say which group it agreed on. The command on the proof page can.',
    failed: 'The server did not say',
    failedNote: 'The server could not be asked about the connection. Run it again.',
  },
  code: {
    name: 'Code of this page',
    same: (count: number, build: string) => `${count} files as listed, build ${build}`,
    note: 'Its scripts and document, the document of the app and the service worker, compared with /build.json of this server. Your browser enforces the hashes of scripts; it does not enforce the list.',
    inLog: (entry: string) => `Entry ${entry} of the public log lists this build.`,
    notAsked: 'The log gave no answer about this build',
    notAskedNote:
      'Its files are as the server lists them. A server that started a moment ago has its build in the log within seconds: run it again.',
    notInLog: (build: string) => `Not in the public log: build ${build}`,
    notInLogNote:
      'This server lists each build in its log when it starts. If this stays after a reload, do not enter a password here, and tell the operator.',
    differs: (files: readonly string[]) => `Not as listed: ${files.join(', ')}`,
    differsNote:
      'This server delivers something other than what it lists, or it was updated a moment ago. If this stays after a reload, do not enter a password here, and tell the operator.',
    failed: 'It could not be compared',
    failedNote: 'The list of the build, or a file, did not arrive. Run it again.',
  },
  agreement: {
    name: 'Key agreement',
    /** Lines break after a comma only. */
    times: (make: string, wrap: string, unwrap: string) =>
      `${make}\u00a0make, ${wrap}\u00a0wrap, ${unwrap}\u00a0unwrap`,
    note: (key: string, secret: string, path: string) =>
      `ML-KEM-768 and X25519 together, ${path}. Key ${key} bytes, ciphertext ${secret} bytes. Medians of ten.`,
    paths: { native: 'by your browser itself', composite: 'by parts of your browser', noble: 'in JavaScript' },
    wrong: 'The two sides did not get the same secret',
  },
  content: {
    name: (size: string) => `${size}, AES-256-GCM`,
    times: (seal: string, open: string) => `${seal}\u00a0seal, ${open}\u00a0open`,
    note: 'Sealed as the vault seals files (FLOE). What was opened is the same, byte for byte. Medians of three.',
    wrong: 'What was opened is not what was sealed',
  },
  vectors: {
    name: 'Test vectors',
    counted: (right: number, count: number) => `${right} of ${count} right`,
    note: 'Published test vectors, run through the vault’s own code.',
  },
  log: {
    name: 'Audit checkpoint',
    size: (count: string, size: number, root: string) =>
      `${count} ${size === 1 ? 'entry' : 'entries'}, root\u00a0${root}…`,
    note: 'The log that anchors every audit log of this server, and its builds. Your browser checked both signatures, Ed25519 and ML-DSA-44.',
    line: { lead: 'Newest signed state of the public log of this server:', check: 'Check it in your browser' },
    figure: 'The figure is drawn from the newest root of the public log of this server.',
    notChecked:
      'The last checkpoint that this server signed. The proof page checks both signatures, and that nothing you have seen was changed.',
    firstSeen: 'It has not seen this log before.',
    continues: (when: string) => `It still contains everything that this browser saw on ${when}.`,
    unwitnessed: 'Nobody besides this server vouches for it.',
    witnessed: (count: string, of: string) =>
      `${count} of ${of} independent ${of === '1' ? 'witness' : 'witnesses'} signed it.`,
    late: 'Too few independent witnesses have signed it',
    lateNote:
      'They sign only a log that still contains everything they signed before. They may be out of reach, or you are shown another log than everybody else. Ask the operator in person or by phone.',
    another:
      'This browser knew another log, which is no longer shown. That happens when an older backup is put back, and when somebody hides what it said. Ask the operator before you rely on this one.',
    failed: 'It could not be checked',
    failedNote: 'The log, or a part of it, did not arrive. Run it again.',
    problems: {
      other_keys: 'Signed with other keys than before',
      bad_checkpoint: 'Not signed correctly',
      shrank: 'It has lost entries',
      forked: 'It was rewritten',
      not_anchored: 'It contradicts itself',
    },
    ask: 'This browser has seen another log here. Ask the operator in person or by phone before you rely on this server.',
  },
  broken: 'This device could not run it',
  brokenNote: 'This browser does not support it, or refused to run it. Try a current browser.',
  page: {
    title: 'Proof, not promises',
    lead: 'These checks run in your browser, with the same code that seals files in the vault. Each of them can fail.',
    failsTitle: 'When each of them fails',
    fails: [
      'Your connection: when it goes over a network without TLS, or uses a key exchange that a quantum computer can break.',
      'Code of this page: when a document, a script or the service worker is not as the server lists it. A server that exchanges the list as well has to record that in its public log.',
      'Audit checkpoint: when a signature is wrong, the keys have changed, the log no longer contains what this browser saw before, or too few of its witnesses have signed it in the last day.',
      'Key agreement: when the two sides do not arrive at the same secret.',
      'Sealing: when a single byte has changed after opening.',
      'Test vectors: when a single published answer is not reproduced. Below, you can flip a bit and watch it fail.',
    ],
    vectorsTitle: 'Official test vectors',
    vectorsLead:
      'Each algorithm has published inputs with their correct answers, including bad ones that must be refused. This page runs a selection of each; the tests in the source run more than a thousand, on the platform’s own implementation and in JavaScript. Change one bit to see a check fail.',
    columns: ['Algorithm', 'Published by', 'Right', 'Time'],
    sets: {
      xWing: [
        'X-Wing (ML-KEM-768 + X25519)',
        'draft-connolly-cfrg-xwing-kem, test vectors',
        'https://github.com/dconnolly/draft-connolly-cfrg-xwing-kem',
      ],
      mlKem768: ['ML-KEM-768 (FIPS 203)', 'C2SP Wycheproof, mlkem_768_test', 'https://github.com/C2SP/wycheproof'],
      x25519: ['X25519 (RFC 7748)', 'C2SP Wycheproof, x25519_test', 'https://github.com/C2SP/wycheproof'],
      aesGcm256: [
        'AES-256-GCM (NIST SP 800-38D)',
        'C2SP Wycheproof, aes_gcm_test',
        'https://github.com/C2SP/wycheproof',
      ],
      hkdfSha256: [
        'HKDF-SHA-256 (RFC 5869)',
        'C2SP Wycheproof, hkdf_sha256_test',
        'https://github.com/C2SP/wycheproof',
      ],
      floe: [
        'FLOE (sealed content)',
        'C2SP; vectors by Snowflake-Labs, answers of four implementations',
        'https://github.com/Snowflake-Labs/floe-specification',
      ],
    },
    result: (right: number, count: number) => `${right} of ${count}`,
    noScript: 'This page needs JavaScript to run them. The commands below run all of them without it.',
    run: 'Run them again',
    change: 'Change one bit',
    noticed: (bit: string, bits: string, set: string) =>
      `Your browser flipped bit ${bit} of ${bits} in a published figure of ${set}, and the check failed, as it must. Run them again for the published figures.`,
    unnoticed: (set: string) =>
      `Your browser flipped a bit in a published figure of ${set}, and the check did not notice. Do not trust this page with files; tell the operator.`,
    running: 'Running',
    allRight: 'Every answer is right.',
    someWrong: 'An answer is wrong. Do not trust this browser, or this page, with files; tell the operator.',
    outsideTitle: 'Repeat it outside this page',
    outsideLead: 'A page that checks itself can lie. These commands do not need it.',
    commands: {
      connection: [
        'The connection',
        'OpenSSL 3.5 or newer names the group. If you offer only the classical one, the server still answers, without that protection.',
        (host: string) => `openssl s_client -connect ${host} -groups X25519MLKEM768 -brief </dev/null`,
      ],
      code: [
        'The code',
        'Builds the app from its source, fetches every file that this server delivers and names each one that differs: documents, scripts, workers, styles, and the headers that say what they may do. It sees what your computer is sent now. A server that sends one person another page, or another page tomorrow, is not caught.',
        (origin: string, source: string | null) =>
          `${source === null ? '# In a copy of the source: ask the operator of this server where it is published.' : `git clone ${source} quantumshield && cd quantumshield`}\nnpm ci && npm run build\nnode cli/quantumshield.mjs verify-app ${origin} --build web/dist`,
      ],
      vectors: [
        'The vectors',
        'All official vectors that come with the source, in Node.js and in Chromium, on the platform’s own implementation and in JavaScript.',
        () => 'npm ci\nnpx vitest run --project unit crypto/vectors\nnpx vitest run --project browser crypto/vectors',
      ],
      files: [
        'Your files',
        'A Python script without any of our other code opens what the app uploaded: the sealed file, its record and your recovery words are all it needs. The command line exports the first two.',
        () =>
          'quantumshield export report.pdf\npython3 tools/decrypt.py --export report.pdf.export.json --blob report.pdf.sealed --phrase - --out report.pdf',
      ],
    },
    copy: 'Copy',
    copied: 'Copied',
    copyOf: (what: string) => `Copy the command: ${what}`,
  },
} as const
