package keyhold;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;

/** A file for each name, replaced as a whole. */
final class FileStore implements Store {
  /** The longest name of a file before its ending: file systems allow 255 bytes with it. */
  private static final int LONGEST_NAME = 200;
  /** How long a process waits for another one's renewal, which takes at most six seconds. */
  private static final long LOCK_PATIENCE = 8000;
  private static final boolean HAS_MODES = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  private final Path folder;

  FileStore(Path folder) {
    this.folder = folder;
  }

  /** The names are those of JavaScript's encodeURIComponent, so that other languages find the same files. */
  private Path path(String name, String ending) {
    String encoded = URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20").replace("*", "%2A")
        .replace("%21", "!").replace("%27", "'").replace("%28", "(").replace("%29", ")").replace("%7E", "~");
    if (encoded.length() > LONGEST_NAME) encoded = hash(name);
    return folder.resolve(encoded + ending);
  }

  static String hash(String text) {
    try {
      byte[] sum = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(sum);
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException(missing);
    }
  }

  @Override
  public Optional<String> get(String name) {
    try {
      return Optional.of(Files.readString(path(name, ".kept")));
    } catch (NoSuchFileException none) {
      return Optional.empty();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Override
  public void set(String name, String value) {
    try {
      if (value == null) Files.deleteIfExists(path(name, ".kept"));
      else write(path(name, ".kept"), value);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private void write(Path target, String value) throws IOException {
    prepare();
    // A temporary file has the mode 0600.
    Path unfinished = Files.createTempFile(folder, "unfinished", null);
    try {
      try (FileChannel file = FileChannel.open(unfinished, StandardOpenOption.WRITE)) {
        file.write(ByteBuffer.wrap(value.getBytes(StandardCharsets.UTF_8)));
        file.force(true);
      }
      Files.move(unfinished, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  private void prepare() throws IOException {
    Files.createDirectories(folder);
    // An existing folder may be accessible to others.
    if (HAS_MODES) Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
  }

  @Override
  public Runnable lock(String name) {
    try {
      prepare();
      FileAttribute<?>[] mode = HAS_MODES
          ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))}
          : new FileAttribute<?>[0];
      FileChannel file = FileChannel.open(path(name, ".lock"), Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), mode);
      Runnable unlock = () -> closeQuietly(file);
      for (long begun = System.nanoTime(); System.nanoTime() - begun < LOCK_PATIENCE * 1_000_000; Thread.sleep(20)) {
        if (tryLock(file)) return unlock;
      }
      return unlock;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw KeyholdException.of("interrupted", "The call was interrupted.");
    }
  }

  private static void closeQuietly(FileChannel file) {
    try {
      file.close();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static boolean tryLock(FileChannel file) throws IOException {
    try {
      FileLock lock = file.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException held) {
      return false;
    }
  }
}
