/** Loaded before a command: ends it, as kill -9 does, just before a call to the disk. KILL_AT names the function, and how the path that it gets ends. */
import fs from 'node:fs'

const [name, ending = ''] = (process.env['KILL_AT'] ?? '').split(' ')

const killing =
  <Args extends unknown[], Result>(call: string, real: (...args: Args) => Result) =>
  (...args: Args): Result => {
    if (call === name && String(args[0]).endsWith(ending)) process.kill(process.pid, 'SIGKILL')
    return real(...args)
  }

fs.createWriteStream = killing('createWriteStream', fs.createWriteStream)
fs.createReadStream = killing('createReadStream', fs.createReadStream)
fs.renameSync = killing('renameSync', fs.renameSync)
Object.assign(fs, { writeFileSync: killing('writeFileSync', fs.writeFileSync) })
