// Whether this page is older than the server it talks to: then only loading it again helps.
export const page = $state({ outdated: false });
