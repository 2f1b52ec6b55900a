import type { Contender } from './rounds.ts'
import { runProgram } from './processes.ts'

/** What one or more cores of this machine can do at all: `openssl speed` of AES-256-GCM over segments of our size. */
export function opensslLimit(cores: number): Contender {
  const many = cores > 1 ? ['-multi', String(cores)] : []
  return {
    name: opensslName(cores),
    run: async () => {
      const rest = ['speed', '-seconds', '1', ...many, '-aead', '-evp', 'aes-256-gcm', '-bytes', '262144']
      const output = await runProgram('openssl', rest)
      const match = /([\d.]+)k\s*$/.exec(output.trim())
      if (!match) throw new Error('openssl speed printed no result')
      return { 'MB/s': Number(match[1]) / 1000 }
    },
  }
}

export const opensslName = (cores: number): string => `openssl, ${cores} core${cores > 1 ? 's' : ''}`
