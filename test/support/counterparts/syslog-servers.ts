import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import type { SyslogTransport } from '#contract/audit/event-streams.ts'
import { findRsyslog, findSyslogNg } from '../../../scripts/syslog-servers.mjs'
import { freePort } from '../server/server-process.ts'
import type { TestAuthority } from './test-authority.ts'

export type SyslogServer = {
  port: number
  /** What it wrote, a line each: priority, host, program, kind, message. */
  lines: () => string[]
  start: () => Promise<void>
  /** Without a farewell. */
  kill: () => Promise<void>
}

type Command = {
  program: string
  words: string[]
  environment?: Record<string, string>
  isThere: (port: number) => boolean
}
type Facts = { folder: string; out: string; port: number; transport: SyslogTransport; authority: TestAuthority }

/** Real servers of logs, as Debian packages them. */
export const SYSLOG_SERVERS = [
  { name: 'rsyslog', isThere: findRsyslog() !== undefined, command: rsyslog },
  { name: 'syslog-ng', isThere: findSyslogNg() !== undefined, command: syslogNg },
] as const

export async function startSyslogServer(
  command: (facts: Facts) => Command,
  transport: SyslogTransport,
  authority: TestAuthority,
): Promise<SyslogServer> {
  const folder = fs.mkdtempSync(path.join(inject('runFolder'), 'syslog-'))
  const out = path.join(folder, 'out')
  const port = await freePort()
  const { program, words, environment, isThere } = command({ folder, out, port, transport, authority })
  let child: ChildProcess | undefined
  const server: SyslogServer = {
    port,
    lines: () => (fs.existsSync(out) ? fs.readFileSync(out, 'utf8').split('\n').filter(Boolean) : []),
    start: async () => {
      const started = spawn(program, words, { stdio: 'ignore', env: { ...process.env, ...environment } })
      child = started
      while (!isThere(port)) {
        if (started.exitCode !== null) throw new Error(`${program} ended with ${started.exitCode}`)
        await sleep(20)
      }
    },
    kill: async () => {
      const ended = child && once(child, 'exit')
      child?.kill('SIGKILL')
      await ended
      fs.rmSync(path.join(folder, 'pid'), { force: true })
    },
  }
  await server.start()
  return server
}

function rsyslog({ folder, out, port, transport, authority: { files } }: Facts): Command {
  const listener = {
    udp: `module(load="imudp")\ninput(type="imudp" address="127.0.0.1" port="${port}")`,
    tcp: `module(load="imtcp")\ninput(type="imtcp" address="127.0.0.1" port="${port}")`,
    tls: `module(load="imtcp" StreamDriver.Name="gtls" StreamDriver.Mode="1" StreamDriver.AuthMode="anon")
input(type="imtcp" address="127.0.0.1" port="${port}")`,
  }
  const configuration = path.join(folder, 'rsyslog.conf')
  fs.writeFileSync(
    configuration,
    `global(workDirectory="${folder}" maxMessageSize="64k" defaultNetstreamDriverCAFile="${files.ca}"
  defaultNetstreamDriverCertFile="${files.cert}" defaultNetstreamDriverKeyFile="${files.key}")
${listener[transport]}
template(name="whole" type="string" string="%pri% %hostname% %app-name% %msgid% %msg%\\n")
action(type="omfile" file="${out}" template="whole")
`,
  )
  const words = ['-n', '-f', configuration, '-i', path.join(folder, 'pid')]
  return { program: findRsyslog() ?? '', words, isThere: isListening(transport) }
}

function syslogNg({ folder, out, port, transport, authority: { files } }: Facts): Command {
  const root = findSyslogNg() ?? '/'
  const libraries = path.join(root, 'usr/lib/syslog-ng')
  const [modules = ''] = fs.globSync('[0-9]*', { cwd: libraries })
  const program = path.join(root, 'usr/sbin/syslog-ng')
  const environment = { LD_LIBRARY_PATH: libraries }
  const said = execFileSync(program, ['-V'], { encoding: 'utf8', env: { ...process.env, ...environment } })
  const [, version = ''] = /^Config version: ([\d.]+)/m.exec(said) ?? []
  const tls = `tls(key-file("${files.key}") cert-file("${files.cert}") peer-verify(optional-untrusted))`
  const configuration = path.join(folder, 'syslog-ng.conf')
  fs.writeFileSync(
    configuration,
    `@version: ${version}
options { keep-hostname(yes); log-msg-size(65536); };
source events { syslog(ip("127.0.0.1") port(${port}) transport("${transport}") ${transport === 'tls' ? tls : ''}); };
destination whole { file("${out}" template("\${PRI} \${HOST} \${PROGRAM} \${MSGID} \${MSG}\\n")); };
log { source(events); destination(whole); };
`,
  )
  const file = (name: string) => path.join(folder, name)
  const own = ['-f', configuration, '-R', file('persist'), '-p', file('pid'), '-c', file('ctl')]
  const words = ['-F', '--no-caps', `--module-path=${path.join(libraries, modules)}`, ...own]
  return { program, words, environment, isThere: isListening(transport) }
}

/** By what the kernel says, so that nothing has to be sent. */
function isListening(transport: SyslogTransport): (port: number) => boolean {
  const [table, state] = transport === 'udp' ? ['udp', '07'] : ['tcp', '0A']
  return (port) => {
    const local = port.toString(16).toUpperCase().padStart(4, '0')
    return new RegExp(`: [0-9A-F]{8}:${local} [0-9A-F]{8}:0000 ${state} `).test(
      fs.readFileSync(`/proc/net/${table}`, 'utf8'),
    )
  }
}
