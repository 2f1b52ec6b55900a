import { figures } from '#web/messages/site/figures.ts'
import { Drawing, Key, Label } from './drawing.tsx'

const words = figures.keySizes
/** FIPS 203, tables 2 and 3; FIPS 204, table 2; FIPS 205, table 2; RFC 7748; RFC 8032. In bytes. */
const SIZES = [
  ['X25519', 32, 32],
  ['ML-KEM-512', 800, 768],
  ['ML-KEM-768', 1184, 1088],
  ['ML-KEM-1024', 1568, 1568],
  ['Ed25519', 32, 64],
  ['ML-DSA-44', 1312, 2420],
  ['ML-DSA-65', 1952, 3309],
  ['ML-DSA-87', 2592, 4627],
  ['SLH-DSA-128s', 32, 7856],
] as const
const LEFT = 92
const ROW = 25
const scaled = (bytes: number) => (bytes / 7888) * 222

/** Bytes that travel, to one scale. */
export function KeySizes() {
  const [first, second] = words.keys
  return (
    <Drawing label={words.label} height={SIZES.length * ROW + 34}>
      <Key x={LEFT} y={14} text={first}>
        <rect y={-5} width={10} height={10} className="fill-brand" />
      </Key>
      <Key x={LEFT + 84} y={14} text={second}>
        <rect y={-5} width={10} height={10} className="fill-copper" />
      </Key>
      {SIZES.map(([name, publicKey, other], row) => (
        <Row key={name} name={name} publicKey={publicKey} other={other} y={30 + row * ROW + (row > 3 ? 8 : 0)} />
      ))}
    </Drawing>
  )
}

function Row({ name, publicKey, other, y }: { name: string; publicKey: number; other: number; y: number }) {
  const sum = publicKey + other
  // The longest bar leaves no room beside it: its figure stands inside.
  const isLong = sum > 7000
  return (
    <g>
      <Label x={0} y={y + 11}>
        {name}
      </Label>
      <rect x={LEFT} y={y} width={scaled(publicKey)} height={14} className="fill-brand" />
      <rect x={LEFT + scaled(publicKey)} y={y} width={scaled(other)} height={14} className="fill-copper" />
      <Label x={LEFT + scaled(sum) + (isLong ? 3 : 5)} y={y + 11} tone="soft">
        {sum.toLocaleString('en-US')}
      </Label>
    </g>
  )
}
