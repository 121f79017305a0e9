# Stands in for Homebrew where there is none: stand-in.rb <formula> <folder of the archives> [prefix]. It compares the
# formula's checksum with the archive. With a prefix it also installs there, and runs the formula's test. It knows no more of
# Homebrew than these formulas use, so Homebrew itself may still find something.
require "digest"
require "English"
require "fileutils"
require "open3"
require "pathname"
require "tmpdir"

module Installing
  def install(*paths)
    mkpath
    paths.flatten.each { |path| FileUtils.mv(path.to_s, self) }
  end

  def install_symlink(path)
    mkpath
    FileUtils.ln_s(path, self)
  end

  def write(text) = File.write(self, text)
end
Pathname.include(Installing)

class Formula
  class << self
    attr_reader :tests

    %w[desc homepage url sha256 license version].each do |name|
      define_method(name) { |value = nil| value ? (@facts ||= {})[name] = value : (@facts ||= {})[name] }
    end
    def depends_on(_dependency) = nil
    def conflicts_with(_name, because:) = because
    def test(&block) = @tests = block
    def [](name) = Keg.new(name)

    def inherited(formula)
      super
      @formula = formula
    end
    attr_reader :formula
  end

  # Where a library of the machine's own is: on Linux the compiler finds it without being told.
  Keg = Struct.new(:name) do
    def opt_include = "/usr/include"
    def opt_lib = "/usr/lib"
  end

  attr_reader :testpath

  def initialize(prefix, testpath)
    @prefix = Pathname(prefix)
    @testpath = Pathname(testpath)
  end

  def bin = @prefix/"bin"
  def libexec = @prefix/"libexec"
  def pkgshare = @prefix/"share/graphbook"
  def man1 = @prefix/"share/man/man1"
  def doc = @prefix/"share/doc/graphbook"
  def version = self.class.version || self.class.url[/-(\d[\d.]*\d)/, 1]
  def cp(from, to) = FileUtils.cp(from, to)
  def system(*command) = Kernel.system(*command.map(&:to_s)) || abort("failed: #{command.join(" ")}")

  def generate_completions_from_executable(program, option)
    %w[bash zsh fish].each { |shell| shell_output("#{program} #{option} #{shell}") }
  end

  def shell_output(command) = pipe_output(command, "")

  def pipe_output(command, input)
    output, status = Open3.capture2(command, stdin_data: input)
    status.success? ? output : abort("#{command} ended with #{status.exitstatus}")
  end

  def assert_match(expected, text) = text.include?(expected) || abort("'#{expected}' is not in: #{text}")
end

path, folder, prefix = ARGV
load path
formula = Formula.formula
archive = Pathname(folder)/File.basename(formula.url)
abort "#{path} names #{archive.basename}, which is not there" unless archive.file?
sum = Digest::SHA256.file(archive).hexdigest
abort "#{path} says #{formula.sha256}, and #{archive.basename} has #{sum}" unless formula.sha256 == sum
exit unless prefix

FileUtils.mkpath(prefix)
prefix = File.realpath(prefix)
archive = archive.realpath
Dir.mktmpdir do |work|
  Dir.chdir(work) do
    FileUtils.mkpath("test")
    formula = formula.new(prefix, "#{work}/test")
    formula.system("tar", "-xf", archive)
    Dir.chdir(Dir["graphbook-*"].first) { formula.install }
    Dir.chdir("test") { formula.instance_exec(&formula.class.tests) }
  end
end
puts "installed and tested: #{formula.class.name} #{formula.version}"
