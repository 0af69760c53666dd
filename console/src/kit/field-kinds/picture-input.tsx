export { PictureUpload as default } from "../widgets/picture-upload.tsx";
