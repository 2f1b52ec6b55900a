import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { ROOT } from '../server/server-process.ts'

/** Where the sandbox shows the Node and the npm that the image has; the rest of Debian is the machine's own. */
const TOOLS = '/opt/tools'
const MERGED = ['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32']
const USERS = 'root:x:0:0:root:/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n'
const GROUPS = 'root:x:0:\nnode:x:1000:\n'

export type Sandbox = {
  /** Folder that is seen as `/`. */
  root: string
  workdir: string
  environment: Record<string, string>
  /** Numbers, as in `USER 1000:1000`; undefined: root. */
  user?: string | undefined
  /** Folders of this machine that can be written, by where they are seen. Then nothing else can, but `/tmp`. */
  volumes?: Record<string, string>
}

/** What containers are made of, without an engine: namespaces and read-only binds. Needs root, for what images do as root. */
export const canSandbox = process.platform === 'linux' && process.getuid?.() === 0 && tries()

function tries(): boolean {
  return spawnSync('bwrap', ['--ro-bind', '/', '/', '--unshare-pid', '--proc', '/proc', 'true']).status === 0
}

/** As the official image of Node begins, as far as ours looks at it. */
export function makeBase(root: string): void {
  for (const folder of ['etc', 'tmp', 'proc', 'dev', 'usr', 'home/node', 'root', 'opt/tools'])
    fs.mkdirSync(path.join(root, folder), { recursive: true })
  fs.writeFileSync(path.join(root, 'etc/passwd'), USERS)
  fs.writeFileSync(path.join(root, 'etc/group'), GROUPS)
  for (const name of MERGED) if (fs.existsSync(`/usr/${name}`)) fs.symlinkSync(`usr/${name}`, path.join(root, name))
}

/** The folder that is seen as `TOOLS`. */
export function makeTools(folder: string): string {
  fs.mkdirSync(path.join(folder, 'bin'), { recursive: true })
  fs.copyFileSync(path.join(ROOT, 'node_modules/.bin/node'), path.join(folder, 'bin/node'))
  const npm = fs.realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim())
  fs.cpSync(path.resolve(npm, '../..'), path.join(folder, 'npm'), { recursive: true })
  fs.symlinkSync('../npm/bin/npm-cli.js', path.join(folder, 'bin/npm'))
  return folder
}

/** The words that run `command` in it; what runs first is process 1 there, as in a container. */
export function sandboxed({ root, workdir, environment, user, volumes }: Sandbox, tools: string, command: string[]) {
  const settings = { PATH: `${TOOLS}/bin:/usr/bin:/bin`, HOME: '/root', ...environment }
  const files = [
    [volumes ? '--ro-bind' : '--bind', root, '/'],
    ['--ro-bind', '/usr', '/usr'],
    ['--ro-bind', tools, TOOLS],
    ['--proc', '/proc', '--dev', '/dev', '--perms', '1777', '--tmpfs', '/tmp'],
    ...Object.entries(volumes ?? {}).map(([seen, folder]) => ['--bind', folder, seen]),
  ]
  const process = [
    ['--unshare-pid', '--unshare-ipc', '--as-pid-1', '--die-with-parent', '--cap-add', 'ALL'],
    ['--chdir', workdir, '--clearenv'],
    ...Object.entries(settings).map(([name, value]) => ['--setenv', name, value]),
  ]
  return ['bwrap', ...files.flat(), ...process.flat(), '--', ...asUser(user), ...command]
}

/** Without any right of root, and without a way back to one. */
function asUser(user: string | undefined): string[] {
  if (user === undefined) return []
  const [uid, gid] = user.split(':')
  const rights = ['--bounding-set=-all', '--inh-caps=-all', '--no-new-privs']
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...rights]
}
