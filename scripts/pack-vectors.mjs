// Packs the official test vectors that the tests read into crypto/vectors/official: node scripts/pack-vectors.mjs <folder>. The folder holds the
// sources as crypto/vectors/official/README.md names them: wycheproof/*.json, xwing.json, hpke-pq.json, floe/*_{ct,pt}.txt.
import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'

const [folder] = process.argv.slice(2)
if (!folder) {
  console.error('usage: node scripts/pack-vectors.mjs <folder of the sources>')
  process.exit(2)
}
const target = path.resolve(import.meta.dirname, '../crypto/vectors/official')

/** What the tests read of each file of Wycheproof: fields of a group, fields of a test. */
const WYCHEPROOF = {
  aes_gcm_test: [
    ['ivSize', 'keySize'],
    ['key', 'iv', 'aad', 'msg', 'ct', 'tag'],
  ],
  ed25519_test: [['publicKey'], ['msg', 'sig']],
  hkdf_sha256_test: [[], ['ikm', 'salt', 'info', 'size', 'okm']],
  hkdf_sha384_test: [[], ['ikm', 'salt', 'info', 'size', 'okm']],
  hmac_sha384_test: [['tagSize'], ['key', 'msg', 'tag']],
  mldsa_65_sign_seed_test: [['privateSeed'], ['msg', 'ctx', 'sig', 'rnd']],
  mldsa_65_verify_test: [['publicKey'], ['msg', 'ctx', 'sig']],
  mlkem_512_test: [[], ['seed', 'c', 'K']],
  mlkem_768_test: [[], ['seed', 'c', 'K']],
  mlkem_1024_test: [[], ['seed', 'c', 'K']],
  mlkem_768_encaps_test: [[], ['ek', 'm', 'c', 'K']],
  x25519_test: [[], ['public', 'private', 'shared', 'flags']],
}

for (const [name, [ofGroup, ofTest]] of Object.entries(WYCHEPROOF)) {
  const { testGroups } = read(`wycheproof/${name}.json`)
  const groups = testGroups.map(({ tests, ...group }) => ({
    ...pick(group, ofGroup),
    tests: tests.map((one) => pick(one, ['tcId', ...ofTest, 'result'])),
  }))
  write(name, { testGroups: groups })
}
write('xwing', read('xwing.json'))
write('hpke-pq', read('hpke-pq.json'))
const names = fs.readdirSync(path.join(folder, 'floe')).flatMap((file) => /^(.*)_ct\.txt$/.exec(file)?.[1] ?? [])
const hex = (file) => fs.readFileSync(path.join(folder, 'floe', file), 'utf8').trim()
write(
  'floe',
  Object.fromEntries(names.toSorted().map((name) => [name, { ct: hex(`${name}_ct.txt`), pt: hex(`${name}_pt.txt`) }])),
)

function pick(object, fields) {
  return Object.fromEntries(fields.filter((field) => field in object).map((field) => [field, object[field]]))
}

function read(file) {
  return JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8'))
}

function write(name, content) {
  const packed = zlib.gzipSync(JSON.stringify(content), { level: 9 })
  // The system that packed it is not of interest.
  packed[9] = 255
  fs.writeFileSync(path.join(target, `${name}.json.gz`), packed)
}
