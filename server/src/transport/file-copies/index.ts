export {
  copyPath,
  FileCopyWriter,
  fileCopyContext,
  idleFileCopies,
  openFileCopy,
  removeFileCopies,
} from "./file-copies.ts";
