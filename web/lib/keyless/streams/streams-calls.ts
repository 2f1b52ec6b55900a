import {
  addStream,
  changeStream,
  leaveOutAside,
  listAside,
  listStreams,
  listTries,
  moveStream,
  pauseStream,
  removeStream,
  repeatAside,
  rotateStreamSecret,
  testStream,
} from './event-streams.ts'

/** Events on their way to other systems, for who manages security. The server refuses others. */
export const streamCalls = {
  list: listStreams,
  add: addStream,
  change: changeStream,
  remove: removeStream,
  pause: pauseStream,
  move: moveStream,
  rotate: rotateStreamSecret,
  test: testStream,
  tries: listTries,
  aside: listAside,
  repeatAside,
  leaveOutAside,
}
