/* Stands between a program and the system calls by which it changes files (LD_PRELOAD): writes down what is done to the
 * files of one folder, and kills the program in the middle of one of these operations, or has some of them fail.
 *
 * The log is a sequence of records: a letter, the length of the name, the offset, the length of the data (64-bit numbers
 * in the machine's order), the name and the data. W write, T truncate to the offset, S sync, C create, U unlink,
 * R rename (the data is the new name), N a note of the program itself.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>


#define DESCRIPTORS 4096

static char folder[PATH_MAX];
static char *name_of[DESCRIPTORS];
static int log_to = -1;
static long operations, cut_at, torn;
static long tried, fails_from, fails_until;
static int error;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static void record(char kind, const char *name, uint64_t offset, const void *data, uint64_t length) {
    if (log_to < 0) return;
    uint64_t head[4] = {(uint64_t)kind, strlen(name), offset, length};
    struct iovec parts[] = {{head, sizeof head}, {(void *)name, strlen(name)}, {(void *)data, length}};
    if (writev(log_to, parts, 3) < 0) abort();
}

/* Counts an operation; whether the power is cut in it. */
static int is_cut(void) { return ++operations == cut_at; }

static void die(void) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
}

static int is_inside(const char *name) { return folder[0] && !strncmp(name, folder, strlen(folder)); }

/* SQLite's shared memory is no matter of the disk. */
static int is_watched(const char *name) {
    size_t length = strlen(name);
    return is_inside(name) && !(length > 4 && !strcmp(name + length - 4, "-shm"));
}

/* Counts an operation that the disk may refuse; whether it does. A full disk and one that is only read can be read,
 * and from a full one things can be taken away. */
static int fails(int writes, int takes_room) {
    long number = ++tried;
    if (number < fails_from || number >= fails_until) return 0;
    if ((error == EROFS && !writes) || (error == ENOSPC && !takes_room)) return 0;
    errno = error;
    return 1;
}

static const char *watched(int descriptor) {
    return descriptor >= 0 && descriptor < DESCRIPTORS ? name_of[descriptor] : NULL;
}

/* --- for the program --- */

void disk_watch(const char *watched_folder, const char *log, long cut, long torn_after) {
    strncpy(folder, watched_folder, sizeof folder - 1);
    operations = 0, cut_at = cut, torn = torn_after;
    log_to = log[0] ? REAL(open)(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644) : -1;
}

void disk_note(const char *text) { record('N', "", 0, text, strlen(text)); }

long disk_operations(void) { return operations; }

/* From the so manieth operation on, counted from now and from 1, up to that one, the disk answers with this error. */
void disk_fail(long from, long until, int with) { tried = 0, fails_from = from, fails_until = until, error = with; }

long disk_tried(void) { return tried; }

/* --- instead of the system --- */

static int opened(int descriptor, const char *name, int existed) {
    if (descriptor >= 0 && descriptor < DESCRIPTORS && is_watched(name)) {
        free(name_of[descriptor]);
        name_of[descriptor] = strdup(name);
        if (!existed) record('C', name, 0, "", 0);
    }
    return descriptor;
}

#define OPEN(function)                                                        \
    int function(const char *name, int flags, ...) {                          \
        va_list more;                                                         \
        va_start(more, flags);                                                \
        mode_t mode = va_arg(more, mode_t);                                   \
        va_end(more);                                                         \
        int writes = (flags & O_ACCMODE) != O_RDONLY;                         \
        if (is_inside(name) && fails(writes, flags & O_CREAT && access(name, F_OK) != 0)) return -1; \
        struct stat found;                                                    \
        int existed = !is_watched(name) || stat(name, &found) == 0;           \
        if (!existed && (flags & O_CREAT) && is_cut()) die();                 \
        return opened(REAL(function)(name, flags, mode), name, existed);      \
    }
OPEN(open)
OPEN(open64)

int close(int descriptor) {
    if (watched(descriptor)) free(name_of[descriptor]), name_of[descriptor] = NULL;
    return REAL(close)(descriptor);
}

#define PWRITE(function)                                                                   \
    ssize_t function(int descriptor, const void *data, size_t length, off64_t offset) {    \
        const char *name = watched(descriptor);                                            \
        if (!name) return REAL(function)(descriptor, data, length, offset);                \
        if (fails(1, 1)) return -1;                                                        \
        if (is_cut()) {                                                                    \
            size_t part = (size_t)torn < length ? (size_t)torn : length;                   \
            if (part) REAL(function)(descriptor, data, part, offset);                      \
            die();                                                                         \
        }                                                                                  \
        record('W', name, (uint64_t)offset, data, length);                                 \
        return REAL(function)(descriptor, data, length, offset);                           \
    }
PWRITE(pwrite)
PWRITE(pwrite64)

ssize_t write(int descriptor, const void *data, size_t length) {
    const char *name = watched(descriptor);
    if (!name) return REAL(write)(descriptor, data, length);
    return pwrite64(descriptor, data, length, lseek64(descriptor, 0, SEEK_CUR)) < 0
               ? -1
               : (lseek64(descriptor, (off64_t)length, SEEK_CUR), (ssize_t)length);
}

#define TRUNCATE(function)                                         \
    int function(int descriptor, off64_t length) {                 \
        const char *name = watched(descriptor);                    \
        if (name && fails(1, 0)) return -1;                        \
        if (name && is_cut()) die();                               \
        if (name) record('T', name, (uint64_t)length, "", 0);      \
        return REAL(function)(descriptor, length);                 \
    }
TRUNCATE(ftruncate)
TRUNCATE(ftruncate64)

#define SYNC(function)                                     \
    int function(int descriptor) {                         \
        const char *name = watched(descriptor);            \
        if (name && fails(1, 0)) return -1;                \
        if (name && is_cut()) die();                       \
        int result = REAL(function)(descriptor);           \
        if (name) record('S', name, 0, "", 0);             \
        return result;                                     \
    }
SYNC(fsync)
SYNC(fdatasync)

int unlink(const char *name) {
    if (is_watched(name)) {
        if (fails(1, 0)) return -1;
        if (is_cut()) die();
        record('U', name, 0, "", 0);
    }
    return REAL(unlink)(name);
}

int rename(const char *name, const char *new_name) {
    if (is_watched(name)) {
        if (fails(1, 0)) return -1;
        if (is_cut()) die();
        record('R', name, 0, new_name, strlen(new_name));
    }
    return REAL(rename)(name, new_name);
}

#define PREAD(function)                                                             \
    ssize_t function(int descriptor, void *data, size_t length, off64_t offset) {   \
        if (watched(descriptor) && fails(0, 0)) return -1;                          \
        return REAL(function)(descriptor, data, length, offset);                    \
    }
PREAD(pread)
PREAD(pread64)

ssize_t read(int descriptor, void *data, size_t length) {
    if (watched(descriptor) && fails(0, 0)) return -1;
    return REAL(read)(descriptor, data, length);
}
