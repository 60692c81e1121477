// The part of pdf.js that reads files, beside the page's own work.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'
