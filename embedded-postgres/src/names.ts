// The names of Hudhud in this workspace, apart from the words of its sentences: the database and its users. Data
// folders that exist already were made with them.

/** The system user that PostgreSQL runs as when root starts it. */
export const accountName = 'hudhud';
export const superuser = 'hudhud';
export const databaseName = 'hudhud';
/** How the names of connections and of socket folders outside DATA_DIR begin. */
export const namePrefix = 'hudhud';
